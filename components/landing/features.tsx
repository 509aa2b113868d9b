import { features, services } from '@/lib/content'

/** The three cards are the three things of the story: the call, the schedule, the ticket. */
const shapes = [
  'rounded-panel rounded-bl-paper bg-deep p-7 text-on-deep shadow-lift md:p-9 [&_p]:text-on-deep-2',
  'rounded-paper border-water border-t-8 bg-paper-2 p-7 lg:mt-10',
  'ticket lg:mt-4 lg:-rotate-1',
]

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="wrap py-section">
      <h2 id="features-title" className="max-w-[18ch] text-head">
        {features.title}
      </h2>
      <ul className="mt-10 grid grid-cols-1 items-start gap-gap lg:grid-cols-[1.25fr_0.9fr_1fr]">
        {features.cards.map(({ title, text }, index) => (
          <li key={index} className={shapes[index]}>
            <h3 className="mb-2.5 text-title">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-20 text-title">{features.gridTitle}</h3>
      <p className="mt-2 text-ink-2 text-lead">{features.gridLead}</p>
      <ul className="jobs mt-7">
        {services.map(({ slug, name, when, text }, index) => (
          <li key={index}>
            <a href={`/book-demo?services=${slug}`}>
              <i>{when}</i>
              <span>
                <b>{name}</b> {text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
