'use client'

import { useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import {
  count,
  dollars,
  type Losses,
  lossBounds,
  losses,
  maxTyped,
  readLoss,
} from '@/lib/calculator'
import { calculator } from '@/lib/content'

const names = ['calls', 'missed', 'jobs', 'price'] as const

const start = {
  calls: String(lossBounds.calls.start),
  missed: String(lossBounds.missed.start),
  jobs: String(lossBounds.jobs.start),
  price: String(lossBounds.price.start),
}

/** Without scripts there is nothing to turn, and the result of the start values stands. */
export function Calculator() {
  const [typed, setTyped] = useState(start)
  const values: Losses = {
    calls: readLoss('calls', typed.calls),
    missed: readLoss('missed', typed.missed),
    jobs: readLoss('jobs', typed.jobs),
    price: readLoss('price', typed.price),
  }
  const { missedCalls, lostJobs, week, month } = losses(values)
  const { rows, aWeek } = calculator
  return (
    <section aria-labelledby="calculator-title" className="wrap py-section">
      <div className="grid grid-cols-1 items-center gap-x-column gap-y-10 lg:grid-cols-2">
        <div>
          <h2 id="calculator-title" className="max-w-[14ch] text-head">
            {calculator.title}
          </h2>
          <p className="mt-4 text-ink-2">{calculator.lead}</p>
          <div className="mt-4 noscript:hidden">
            {names.map((name) => (
              <Dial
                key={name}
                name={name}
                typed={typed[name]}
                value={values[name]}
                onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </div>
        </div>
        <Ticket>
          <TicketHead>{calculator.ticket}</TicketHead>
          <p
            aria-live="polite"
            aria-atomic="true"
            className="mt-3 wrap-anywhere font-bold text-copper text-sum leading-none tracking-tighter tabular-nums"
          >
            {dollars.format(month)}
          </p>
          <TicketRows>
            <TicketRow label={rows.missedCalls}>
              {count.format(missedCalls)} {aWeek}
            </TicketRow>
            <TicketRow label={rows.lostJobs}>
              {count.format(lostJobs)} {aWeek}
            </TicketRow>
            <TicketRow label={rows.week}>{dollars.format(week)}</TicketRow>
          </TicketRows>
          <p className="mt-4 tabular-nums">
            {calculator.sum(
              count.format(values.calls),
              count.format(values.missed),
              count.format(values.jobs),
              dollars.format(values.price),
            )}
          </p>
          <p className="mt-1 mb-6 text-ink-2 text-small">{calculator.honest}</p>
          <ButtonLink href="/book-demo">{calculator.action}</ButtonLink>
        </Ticket>
      </div>
    </section>
  )
}

/** One number, typed or turned. */
function Dial({
  name,
  typed,
  value,
  onChange,
}: {
  name: keyof Losses
  typed: string
  value: number
  onChange: (value: string) => void
}) {
  const words = calculator.fields[name]
  const { max, step } = lossBounds[name]
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={`loss-${name}`} className="font-semibold">
          {words.label}
        </label>
        <span className="field amount w-26">
          {'before' in words && words.before}
          <input
            id={`loss-${name}`}
            type="number"
            inputMode="numeric"
            enterKeyHint="done"
            min={0}
            max={maxTyped(name)}
            step="any"
            value={typed}
            onChange={({ target }) => onChange(target.value)}
          />
          {'after' in words && words.after}
        </span>
      </div>
      <input
        type="range"
        aria-label={words.slider}
        min={0}
        max={max}
        step={step}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="slider"
      />
    </div>
  )
}
