'use client'

import { createContext, type ReactNode, useContext, useReducer } from 'react'
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

/** A result of the calculator in another place of the page. */
export function LossFigure({ name }: { name: 'missedCalls' | 'lostJobs' | 'month' }) {
  const figure = calculateLosses(useLosses().losses)[name]
  return <span>{name === 'month' ? formatDollars(figure) : formatAbout(figure)}</span>
}
