import { Ticket } from '@/components/ui/ticket'
import { callExample, features } from '@/lib/content/landing'
import { owner } from '@/lib/content/owner'
import { services } from '@/lib/content/services'
import { site } from '@/lib/site'

export function Features() {
  const { sorts, week, night } = features
  return (
    <section id="features" aria-labelledby="features-title" className="wrap py-section">
      <h2 id="features-title" className="max-w-[18ch] text-head">
        {features.title}
      </h2>
      <ul className="mt-6 grid grid-cols-1 md:mt-8 gap-gap lg:grid-cols-[7fr_5fr]">
        <li className="rounded-3xl rounded-bl-sm border border-deep-border feature bg-deep text-deep-foreground shadow-lift">
          <h3 className="mb-1.5 text-title">{sorts.title}</h3>
          <p className="text-deep-muted-foreground">{sorts.text}</p>
          <ol className="lanes mt-6">
            {sorts.lanes.map(({ says, result, note }, index) => (
              <li key={says} className={index === sorts.lanes.length - 1 ? 'closed' : undefined}>
                <p className="call-line them relative max-w-none border border-deep-border text-sm md:justify-self-stretch">
                  <span className="sr-only">{`${callExample.them}: `}</span>
                  <span>{says}</span>
                </p>
                <p className="text-deep-muted-foreground">
                  <b className={`mr-1 text-lg md:block ${resultColors[index]}`}>{result}</b>{' '}
                  <span className="inline-block text-sm">{note}</span>
                </p>
              </li>
            ))}
          </ol>
        </li>
        <li className="rounded-sm border border-transparent border-t-8 border-t-water feature bg-muted pt-5">
          <h3 className="mb-1.5 text-title">{week.title}</h3>
          <p className="text-muted-foreground">{week.text}</p>
          <Week />
        </li>
        <li className="col-span-full grid grid-cols-1 items-end gap-x-gap gap-y-6 pt-4 md:grid-cols-[7fr_5fr]">
          <div className="md:pb-8">
            <h3 className="mb-1.5 text-title">{night.title}</h3>
            {night.text.map((sentence) => (
              <p key={sentence} className="text-muted-foreground">
                {sentence}
              </p>
            ))}
          </div>
          {/* A phone, which stands on the rule below. */}
          <div className="night-phone max-md:mx-auto max-md:w-72 max-md:max-w-full dark:border-deep-border">
            <p className="text-center font-medium text-hero">
              <span>{night.time}</span>{' '}
              <small className="text-sm tracking-normal">{night.half}</small>
            </p>
            <Ticket className="mt-4 leading-snug">
              <p className="flex flex-wrap justify-between gap-x-4 text-muted-foreground text-sm">
                <span translate="no">{site.name}</span> <span>{night.now}</span>
              </p>
              <p className="font-semibold">{night.notification}</p>
            </Ticket>
          </div>
        </li>
      </ul>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-foreground border-t-2 py-4.5">
        <h2 className="text-subhead">{features.gridTitle}</h2>
        <p className="text-muted-foreground">{features.gridLead}</p>
      </div>
      <ul className="services grid gap-x-column min-[62rem]:grid-cols-2">
        {services.map(({ slug, name, when, text }) => (
          <li key={slug}>
            <a href={`/book-demo?services=${slug}`}>
              <i>{when}</i>
              <b>{name}</b> <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
      {owner.worksWith && (
        <p className="mt-6">
          <span>{features.worksWith}</span> <span translate="no">{owner.worksWith.join(', ')}</span>
        </p>
      )}
    </section>
  )
}

const resultColors = ['text-glow', 'text-deep-foreground', '']

/** A week of booked hours. Three of its gaps, at different hours, are filled, and say with what. */
function Week() {
  return (
    <ol className="mt-6 grid flex-1 auto-rows-fr gap-2 text-sm">
      {features.week.days.map(({ day, filled }, index) => (
        // What fills a gap is below its day, and alone, where text is large.
        <li key={index} className={`flex gap-1.5 ${filled && 'max-2xs:flex-wrap'}`}>
          <b className="w-11 self-center">{day}</b>
          <i className={`${booked} ${before[index]} ${filled && 'max-2xs:hidden'}`} />
          {filled && <span className="filled">{filled}</span>}
          <i className={`${booked} grow-2 ${filled && 'max-2xs:hidden'}`} />
        </li>
      ))}
    </ol>
  )
}

const booked = 'rounded-sm border border-transparent bg-water/30'
const before = ['grow-3', 'grow', 'grow-6', 'grow', 'grow-2']
