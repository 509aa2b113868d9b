'use client'

import type { FormEvent, ReactNode } from 'react'

const load = () => import('@/lib/calculator-live')

/** The arithmetic comes when somebody reaches for a number; until then the page's own figures stand. */
export function CalculatorLive({ children }: { children: ReactNode }) {
  function onInput({ currentTarget, target }: FormEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement)) return
    void load().then(({ recalculate }) => recalculate(currentTarget, target))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the fields inside.
    <div
      onInput={onInput}
      onFocus={load}
      onPointerEnter={load}
      className="grid grid-cols-1 items-center gap-x-column gap-y-10 lg:grid-cols-2"
    >
      {children}
    </div>
  )
}
