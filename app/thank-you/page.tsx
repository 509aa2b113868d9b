import type { Metadata } from 'next'
import { CalendarLinks } from '@/components/booking/calendar-links'
import { ButtonLink } from '@/components/ui/button'
import { thankYou } from '@/lib/content'

export const metadata: Metadata = {
  title: thankYou.metaTitle,
  description: thankYou.text,
  alternates: { canonical: '/thank-you' },
  robots: { index: false, follow: true },
}

export default function ThankYouPage() {
  return (
    <section
      aria-labelledby="thanks-title"
      className="mx-auto w-[min(44rem,100%-2.4rem)] py-10 md:py-16"
    >
      <h1 id="thanks-title" className="text-head">
        {thankYou.title}
      </h1>
      <p className="mt-3 mb-8 text-ink-2 text-lead">{thankYou.text}</p>
      <CalendarLinks words={{ google: thankYou.google, ics: thankYou.ics }} />
      <h2 className="mt-12 text-title">{thankYou.nextTitle}</h2>
      <ol className="mt-4 mb-10 grid gap-4 border-copper border-l-4 pl-6">
        {thankYou.next.map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-lead">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
      <ButtonLink href="/" variant="outline">
        {thankYou.home}
      </ButtonLink>
    </section>
  )
}
