'use client'

import { createContext, type ReactNode, useContext, useReducer } from 'react'
import { TicketRow } from '@/components/ui/ticket'
import { calculator } from '@/lib/content/landing'
import {
  calculateLosses,
  formatAbout,
  formatDollars,
  type Losses,
  lossBounds,
  parseLoss,
} from '@/lib/page/calculator'

type Typed = Partial<Record<keyof Losses, string>>

const Context = createContext<{ typed: Typed; type: (entries: Typed) => void }>({
  typed: {},
  type: () => undefined,
})

/** Keeps the calculator's numbers, which the ticket at the end of the page shows too. They never leave the page. */
export function LossesProvider({ children }: { children: ReactNode }) {
  const [typed, type] = useReducer(addEntries, {})
  return <Context value={{ typed, type }}>{children}</Context>
}

const addEntries = (typed: Typed, entries: Typed): Typed => ({ ...typed, ...entries })

/** Before scripts run, and without scripts, these are the first values. */
export function useLosses() {
  const { typed, type } = useContext(Context)
  const textOf = (name: keyof Losses) => typed[name] ?? String(lossBounds[name].start)
  const loss = (name: keyof Losses) => parseLoss(name, textOf(name))
  const losses = {
    calls: loss('calls'),
    missed: loss('missed'),
    jobs: loss('jobs'),
    price: loss('price'),
  }
  return { textOf, losses, type }
}

/** The calls and jobs that are lost, on the calculator's ticket and on the one at the end of the page. */
export function LossRows() {
  const { missedCalls, lostJobs } = calculateLosses(useLosses().losses)
  const { rows, aWeek } = calculator
  return (
    <>
      <TicketRow label={rows.missedCalls}>
        <span>{formatAbout(missedCalls)}</span> <span>{aWeek}</span>
      </TicketRow>
      <TicketRow label={rows.lostJobs}>
        <span>{formatAbout(lostJobs)}</span> <span>{aWeek}</span>
      </TicketRow>
    </>
  )
}

export function MonthlyLoss() {
  return <span>{formatDollars(calculateLosses(useLosses().losses).month)}</span>
}
