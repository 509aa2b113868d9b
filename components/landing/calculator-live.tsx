'use client'

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { recalculate } from '@/lib/client/calculator-live'

/** Recalculates when a visitor changes a number. */
export function CalculatorLive({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)

  // A number may have been changed before scripts ran.
  useEffect(() => {
    const inputs = [...(box.current?.querySelectorAll('input') ?? [])]
    const changed = inputs.filter(({ value, defaultValue }) => value !== defaultValue)
    for (const input of changed) count(box.current, input)
  }, [])

  return (
    <div
      ref={box}
      onInput={({ target }: FormEvent) => count(box.current, target)}
      className="grid grid-cols-1 items-center gap-x-column gap-y-10 lg:grid-cols-2"
    >
      {children}
    </div>
  )
}

function count(box: HTMLElement | null, input: EventTarget) {
  if (box && input instanceof HTMLInputElement) recalculate(box, input)
}
