import { ButtonLink } from '@/components/ui/button'
import { howItWorks } from '@/lib/content'

export function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-title" className="bg-paper-2">
      <div className="wrap py-section">
        <h2 id="how-title" className="max-w-[18ch] text-head">
          {howItWorks.title}
        </h2>
        <ol className="mt-8 grid gap-gap md:grid-cols-3">
          {howItWorks.steps.map(({ title, text }, index) => (
            <li key={title} className="border-copper border-t-8 pt-5">
              <p aria-hidden="true" className="font-bold text-copper text-head leading-none">
                {index + 1}
              </p>
              <h3 className="mt-2 mb-1.5 text-lead">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
        <p className="mt-10">
          <ButtonLink href="/book-demo">{howItWorks.action}</ButtonLink>
        </p>
      </div>
    </section>
  )
}
