'use client'

import { useEffect, useReducer, useRef, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { calculator } from '@/lib/content/landing'
import { formatAbout, formatCount, formatDollars } from '@/lib/content/numbers'
import { calculateLosses, type Losses, lossBounds, parseLoss } from './losses'

type Name = keyof Losses
type Typed = Partial<Record<Name, string>>

const names = ['calls', 'missed', 'jobs', 'price'] as const

/** The numbers never leave the page. */
export function Calculator() {
  const inputs = useRef<HTMLDivElement>(null)
  const [typed, type] = useReducer(addEntries, {})
  const textOf = (name: Name) => typed[name] ?? String(lossBounds[name].start)
  const loss = (name: Name) => parseLoss(name, textOf(name))

  // The visitor may have changed a number before React hydrated the page.
  useEffect(() => {
    const changed = [...(inputs.current?.querySelectorAll('input') ?? [])]
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ dataset, value }) => [dataset.loss, value])
    if (changed.length > 0) type(Object.fromEntries(changed))
  }, [])

  return (
    <section aria-labelledby="calculator-title" className="overflow-clip">
      <div className="calculator wrap flex flex-col gap-x-column pt-8 pb-section lg:grid lg:grid-cols-2 lg:items-center">
        <div className="max-lg:contents">
          <div className="max-md:pl-[64px] md:max-lg:pr-20">
            <h2 id="calculator-title" className="max-w-[14ch] text-head">
              {calculator.title}
            </h2>
            <p className="my-4 text-muted-foreground">{calculator.intro}</p>
          </div>
          <div ref={inputs} className="order-1 mt-3 noscript:hidden">
            {names.map((name) => (
              <LossInput
                key={name}
                name={name}
                typed={textOf(name)}
                onType={(value) => type({ [name]: value })}
              />
            ))}
          </div>
        </div>
        <div className="max-lg:contents">
          <Tap />
          <Result
            losses={{
              calls: loss('calls'),
              missed: loss('missed'),
              jobs: loss('jobs'),
              price: loss('price'),
            }}
          />
        </div>
      </div>
    </section>
  )
}

const addEntries = (typed: Typed, entries: Typed): Typed => ({ ...typed, ...entries })

function LossInput({
  name,
  typed,
  onType,
}: {
  name: Name
  typed: string
  onType: (value: string) => void
}) {
  const words = calculator.fields[name]
  const { max, step, maxTyped } = lossBounds[name]
  return (
    <div className="border-b pt-1">
      {/* The number is below its label where text is large. */}
      <div className="flex items-center justify-between gap-4 leading-none max-2xs:flex-wrap">
        <label htmlFor={`loss-${name}`} className="font-semibold">
          {words.label}
        </label>
        <span className="amount">
          <input
            id={`loss-${name}`}
            data-loss={name}
            type="number"
            inputMode="numeric"
            enterKeyHint="done"
            min={0}
            max={maxTyped}
            step="any"
            value={typed}
            onChange={({ target }) => onType(target.value)}
            className="w-full min-w-0 text-right outline-none scroll-mt-24"
          />
          {/* Read after the number, wherever it is seen. */}
          {'before' in words && <span className="-order-1">{words.before}</span>}
          {'after' in words && <span>{words.after}</span>}
        </span>
      </div>
      <input
        type="range"
        data-loss={name}
        aria-label={calculator.slider(words.label)}
        min={0}
        max={max}
        step={step}
        value={parseLoss(name, typed)}
        onChange={({ target }) => onType(target.value)}
        className="-outline-offset-3 block h-10 w-full scroll-mt-24"
      />
    </div>
  )
}

/** A tap at the end of the copper pipe, lit from above, with a drop that hangs from it. */
function Tap() {
  return (
    <div className="tap pipe-run">
      <svg viewBox="0 0 48 80" fill="none" aria-hidden="true">
        <linearGradient id="copper">
          <stop stopColor="var(--fitting-lit)" />
          <stop offset=".4" stopColor="var(--fitting)" />
          <stop offset="1" stopColor="var(--pipe-shade)" />
        </linearGradient>
        <path
          fill="url(#copper)"
          d="M8 0h32v10H8zm5 12h22v6c7 3 7 17 0 20v6H13v-6c-7-3-7-17 0-20zm3 34h16l3 12H13z"
        />
        <g stroke="var(--pipe-lit)" strokeWidth="2">
          <path d="M9 1h30M14 13h20M17 47h14" />
        </g>
        <g stroke="var(--water)" strokeWidth="4">
          <path d="M24 17v11l9 5m-9-5l-9 5" />
          <circle cx="24" cy="28" r="12" />
        </g>
        <path fill="var(--water)" d="M24 61c4 6 6 8 6 11a6 6 0 0 1-12 0c0-3 2-5 6-11z" />
      </svg>
    </div>
  )
}

/** On narrow screens the ticket is in two pieces: the sum, which stays below the header, and the rest below the inputs. */
function Result({ losses }: { losses: Losses }) {
  const { missedCalls, lostJobs, week, month } = calculateLosses(losses)
  const { rows, aWeek } = calculator
  const { calls, missed, jobs, price } = losses
  return (
    <Ticket className="pieces max-lg:contents">
      {/* The sum is beside its title, or below it where text is large. */}
      <div className="ticket piece sum z-1 flex-wrap items-center gap-4 max-lg:flex">
        <i key={month} className="drop" />
        <div className="grow basis-28">
          <TicketHead>{calculator.ticket}</TicketHead>
        </div>
        <p className="wrap-anywhere font-bold text-primary text-head tabular lg:text-hero">
          {formatDollars(month)}
        </p>
        <Announcement month={formatDollars(month)} />
      </div>
      <div className="ticket piece order-2 max-lg:mt-5">
        <TicketRows>
          <TicketRow label={rows.missedCalls}>
            <span>{formatAbout(missedCalls)}</span> <span>{aWeek}</span>
          </TicketRow>
          <TicketRow label={rows.lostJobs}>
            <span>{formatAbout(lostJobs)}</span> <span>{aWeek}</span>
          </TicketRow>
          <TicketRow label={rows.week}>{formatDollars(week)}</TicketRow>
        </TicketRows>
        <p className="mt-4 tabular">
          {calculator.sum(
            formatCount(calls),
            formatCount(missed),
            formatCount(jobs),
            formatDollars(price),
          )}
        </p>
        <p className="mt-1 mb-6 text-muted-foreground text-sm">{calculator.honest}</p>
        <ButtonLink href="/book-demo">{calculator.action}</ButtonLink>
      </div>
    </Ticket>
  )
}

/** Says the sum to a screen reader once the visitor has stopped typing, if it has changed. */
function Announcement({ month }: { month: string }) {
  const last = useRef(month)
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      if (last.current !== month) say(`${calculator.ticket}: ${month}.`)
      last.current = month
    }, announcedAfterMs)
    return () => clearTimeout(timer)
  }, [month])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

const announcedAfterMs = 700
