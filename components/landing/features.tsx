import { features } from '@/lib/content/landing'
import { services } from '@/lib/content/services'

/** The three cards are the three things of the story: the call, the schedule, the ticket. */
const shapes = ['call-card', 'schedule-card', 'ticket']

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="wrap py-section">
      <h2 id="features-title" className="max-w-[18ch] text-head">
        {features.title}
      </h2>
      <ul className="cards">
        {features.cards.map(({ title, text }, index) => (
          <li key={index} className={shapes[index]}>
            <h3>{title}</h3>
            <p>{text}</p>
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
