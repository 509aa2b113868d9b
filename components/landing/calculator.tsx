import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { type Losses, lossBounds, maxTyped } from '@/lib/calculator'
import { figures } from '@/lib/client/calculator-live'
import { calculator } from '@/lib/content/landing'
import { CalculatorLive } from './calculator-live'

const names = ['calls', 'missed', 'jobs', 'price'] as const

const start: Losses = {
  calls: lossBounds.calls.start,
  missed: lossBounds.missed.start,
  jobs: lossBounds.jobs.start,
  price: lossBounds.price.start,
}

/** Without scripts there is nothing to turn, and the result of the start values stands. */
export function Calculator() {
  const { month, missedCalls, lostJobs, week, sum } = figures(start)
  const { rows, aWeek } = calculator
  return (
    <section aria-labelledby="calculator-title" className="wrap py-section">
      <CalculatorLive>
        <div>
          <h2 id="calculator-title" className="max-w-[14ch] text-head">
            {calculator.title}
          </h2>
          <p className="mt-4 text-ink-2">{calculator.lead}</p>
          <div className="mt-4 noscript:hidden">
            {names.map((name) => (
              <Dial key={name} name={name} />
            ))}
          </div>
        </div>
        <Ticket>
          <TicketHead>{calculator.ticket}</TicketHead>
          <p data-figure="month" aria-live="polite" aria-atomic="true" className="sum">
            {month}
          </p>
          <TicketRows>
            <TicketRow label={rows.missedCalls}>
              <span data-figure="missedCalls">{missedCalls}</span> {aWeek}
            </TicketRow>
            <TicketRow label={rows.lostJobs}>
              <span data-figure="lostJobs">{lostJobs}</span> {aWeek}
            </TicketRow>
            <TicketRow label={rows.week}>
              <span data-figure="week">{week}</span>
            </TicketRow>
          </TicketRows>
          <p data-figure="sum" className="mt-4 tabular-nums">
            {sum}
          </p>
          <p className="mt-1 mb-6 text-ink-2 text-small">{calculator.honest}</p>
          <ButtonLink href="/book-demo">{calculator.action}</ButtonLink>
        </Ticket>
      </CalculatorLive>
    </section>
  )
}

/** One number, typed or turned. */
function Dial({ name }: { name: keyof Losses }) {
  const words = calculator.fields[name]
  const { max, step } = lossBounds[name]
  return (
    <div className="loss">
      <div>
        <label htmlFor={`loss-${name}`}>{words.label}</label>
        <span className="field amount w-30">
          {'before' in words && words.before}
          <input
            id={`loss-${name}`}
            data-loss={name}
            type="number"
            inputMode="numeric"
            enterKeyHint="done"
            min={0}
            max={maxTyped(name)}
            step="any"
            defaultValue={start[name]}
          />
          {'after' in words && words.after}
        </span>
      </div>
      <input
        type="range"
        data-loss={name}
        aria-label={words.slider}
        min={0}
        max={max}
        step={step}
        defaultValue={start[name]}
      />
    </div>
  )
}
