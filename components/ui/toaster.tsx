'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon'

export type Toast = { title: string; text: string; destructive: boolean }

type Shown = Toast & { id: number; host: Element }

let shown: Shown | null = null
let nextId = 0
const listeners = new Set<() => void>()

/** Shows one toast, in place of any other. A modal dialog makes the rest of the page inert, so it hosts its own. */
export function toast(content: Toast): void {
  const host = document.querySelector('dialog:modal') ?? document.body
  show({ ...content, id: nextId++, host })
}

function show(next: Shown | null): void {
  shown = next
  for (const listener of listeners) listener()
}

const lifeMs = 10_000

/** Good news leaves by itself, unless it is being read; bad news waits to be dismissed or replaced. */
export function Toaster({ dismissLabel }: { dismissLabel: string }) {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
    () => null,
  )

  useEffect(() => {
    if (!current || current.destructive) return
    const leave = () => document.querySelector('.toast:is(:hover, :focus-within)') || show(null)
    const timer = setInterval(leave, lifeMs)
    return () => clearInterval(timer)
  }, [current])

  if (!current) return null
  return createPortal(
    <div
      key={current.id}
      ref={intoTopLayer}
      popover="manual"
      data-slot="toast"
      role={current.destructive ? 'alert' : 'status'}
      className={`toast ${current.destructive ? 'toast-bad' : 'toast-good'}`}
    >
      <p>
        {!current.destructive && <Icon name="check" />}
        {current.title}
      </p>
      <p>{current.text}</p>
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={() => show(null)}
        className="btn-icon"
      >
        <Icon name="close" />
      </button>
    </div>,
    current.host,
  )
}

function intoTopLayer(element: HTMLElement | null) {
  element?.showPopover?.()
}
