'use client'

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'

const load = () => import('@/lib/calculator-live')

/** The arithmetic comes when somebody reaches for a number; until then the page's own figures stand. */
export function CalculatorLive({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)

  // What was typed before scripts ran.
  useEffect(() => {
    for (const input of box.current?.querySelectorAll('input') ?? [])
      if (input.value !== input.defaultValue) count(box.current, input)
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the fields inside.
    <div
      ref={box}
      onInput={({ target }: FormEvent) => count(box.current, target)}
      onFocus={load}
      onPointerEnter={load}
      className="grid grid-cols-1 items-center gap-x-column gap-y-10 lg:grid-cols-2"
    >
      {children}
    </div>
  )
}

function count(box: HTMLElement | null, input: EventTarget) {
  void load().then(({ recalculate }) => {
    if (box && input instanceof HTMLInputElement) recalculate(box, input)
  })
}
