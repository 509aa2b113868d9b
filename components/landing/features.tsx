import {
  CalendarSearch,
  Handshake,
  MessageSquare,
  PhoneCall,
  PhoneOutgoing,
  RotateCcw,
  Star,
  Workflow,
} from 'lucide-react'
import { features, services } from '@/lib/content'

const icons = {
  'ai-call-handling': PhoneCall,
  'lead-generation': CalendarSearch,
  'workflow-automation': Workflow,
  'chat-agent': MessageSquare,
  'voice-ai-agent': PhoneOutgoing,
  'referral-management': Handshake,
  'review-management': Star,
  'lead-reactivation': RotateCcw,
} satisfies Record<(typeof services)[number]['slug'], unknown>

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="wrap py-section">
      <h2 id="features-title" className="max-w-[18ch] text-head">
        {features.title}
      </h2>
      <ul className="mt-8 grid gap-gap md:grid-cols-3">
        {features.cards.map(({ title, text }) => (
          <li key={title} className="rounded-paper bg-ticket p-6 shadow-lift">
            <h3 className="mb-2 text-lead">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-16 text-title">{features.gridTitle}</h3>
      <p className="mt-2 text-ink-2 text-lead">{features.gridLead}</p>
      <ul className="mt-6 grid gap-x-16 border-ink border-t-2 md:grid-cols-2">
        {services.map(({ slug, name, text }) => {
          const Icon = icons[slug]
          return (
            <li key={slug} className="border-rule border-b">
              <a href={`/book-demo?services=${slug}`} className="group flex items-start gap-4 py-4">
                <Icon
                  aria-hidden
                  className="mt-0.5 size-7 shrink-0 text-water"
                  strokeWidth={1.75}
                />
                <span>
                  <span className="block font-bold text-lead leading-tight group-hover:text-copper">
                    {name}
                  </span>
                  <span className="text-ink-2">{text}</span>
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
