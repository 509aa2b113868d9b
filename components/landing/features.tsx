import { Ticket, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { callExample, features } from '@/lib/content/landing'
import { owner } from '@/lib/content/owner'
import { services } from '@/lib/content/services'
import { SpeechBubble } from './call-example'

export function Features() {
  const { call, week, ticket } = features
  return (
    <section id="features" aria-labelledby="features-title" className="wrap py-section">
      <h2 id="features-title" className="max-w-[18ch] text-head">
        {features.title}
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-gap [&>li]:grid md:grid-cols-2 lg:grid-cols-[1.15fr_1fr_1fr]">
        <li className="md:max-lg:col-span-2">
          <div className="rounded-3xl rounded-bl-sm border border-deep-border card bg-deep text-deep-foreground shadow-lift [&>p]:text-deep-muted-foreground">
            <CardHead {...call} />
            <ul className="mt-auto grid gap-3 pt-6 leading-snug">
              {call.says.map((line, index) => (
                <SpeechBubble key={index} by={index % 2 ? 'us' : 'them'}>
                  {line}
                </SpeechBubble>
              ))}
            </ul>
          </div>
        </li>
        <li>
          <div className="rounded-sm border border-transparent border-t-8 border-t-water card bg-muted pt-5">
            <CardHead {...week} />
            <Week />
          </div>
        </li>
        <li>
          <Ticket className="pb-17">
            <CardHead {...ticket} />
            <TicketRows>
              {ticket.rows.map(({ label, text }, index) => (
                <TicketRow key={index} label={label}>
                  {text}
                </TicketRow>
              ))}
            </TicketRows>
            <TicketStamp>{callExample.stamp}</TicketStamp>
          </Ticket>
        </li>
      </ul>
      <h2 className="mt-section text-head">{features.gridTitle}</h2>
      <p className="mt-3 text-muted-foreground text-lg">{features.gridLead}</p>
      <ul className="services mt-8 grid gap-x-column border-foreground border-t-2 ruled min-[62rem]:grid-cols-2">
        {services.map((service, index) => (
          <Service key={index} {...service} />
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

function CardHead({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className="mb-1.5 text-title">{title}</h3>
      <p className="text-muted-foreground">{text}</p>
    </>
  )
}

/** A week of booked hours. Three of its gaps are filled, and say with what. */
function Week() {
  return (
    <ol className="mt-auto grid gap-1.5 pt-6 text-sm [&>li]:flex [&>li]:gap-1.5">
      {features.week.days.map(({ day, filled }, index) => (
        <li key={index}>
          <b className="w-11 py-1">{day}</b>
          <i className={booked} />
          {filled && <span className="filled">{filled}</span>}
          <i className={booked} />
        </li>
      ))}
    </ol>
  )
}

const booked = 'grow rounded-sm border border-transparent bg-water/30'

/** Links to the booking form with this service selected. */
function Service({ slug, name, when, text }: (typeof services)[number]) {
  return (
    <li>
      <a href={`/book-demo?services=${slug}`}>
        <span>
          <i className="text-sm text-water not-italic">{when}</i>
          <span>
            <b className="text-lg">{name}</b> <span>{text}</span>
          </span>
        </span>
      </a>
    </li>
  )
}
