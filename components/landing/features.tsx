import { features } from '@/lib/content/landing'
import { services } from '@/lib/content/services'

/** In order of the cards, which are about a call, a schedule and a ticket. */
const cardStyles = [
  'rounded-panel rounded-bl-paper bg-deep p-7 text-on-deep-2 shadow-lift *:[h3]:text-on-deep md:p-9',
  'rounded-paper border-t-8 border-water bg-paper-2 p-7 text-ink-2 *:[h3]:text-ink lg:mt-10',
  'ticket text-ink-2 *:[h3]:text-ink lg:-rotate-1 lg:mt-4',
]

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="wrap py-section">
      <h2 id="features-title" className="max-w-[18ch] text-head">
        {features.title}
      </h2>
      <ul className="mt-10 grid grid-cols-1 items-start gap-gap lg:grid-cols-[1.25fr_0.9fr_1fr]">
        {features.cards.map(({ title, text }, index) => (
          <li key={index} className={cardStyles[index]}>
            <h3 className="mb-2.5 text-title">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-20 text-title">{features.gridTitle}</h3>
      <p className="mt-2 text-ink-2 text-lead">{features.gridLead}</p>
      <ul className="mt-7 grid gap-x-column border-ink border-t-2 *:border-b min-[62rem]:grid-cols-2">
        {services.map((service, index) => (
          <Service key={index} {...service} />
        ))}
      </ul>
    </section>
  )
}

/** Links to the booking form with this service selected. Screen readers skip the arrow. */
function Service({ slug, name, when, text }: (typeof services)[number]) {
  return (
    <li>
      <a
        href={`/book-demo?services=${slug}`}
        className="grid h-full gap-x-5 py-[1.05rem] text-ink-2 after:text-water after:transition-[translate] after:content-(--arrow) hover:after:translate-x-1 max-sm:after:hidden sm:grid-cols-[7.5rem_1fr_auto] sm:items-baseline [&:hover_b]:underline"
      >
        <i className="text-small text-water not-italic">{when}</i>
        <span>
          <b className="block text-ink text-lead leading-tight tracking-[-0.015em] decoration-2 underline-offset-4">
            {name}
          </b>{' '}
          {text}
        </span>
      </a>
    </li>
  )
}
