'use client'

import { cx } from 'class-variance-authority'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button'
import { CheckIcon, CloseIcon } from './icon'

export type Toast = { title: string; text: string; destructive: boolean }

type ShownToast = Toast & { id: number; host: Element }

let shown: ShownToast | null = null
let nextId = 0
const listeners = new Set<() => void>()

/** Shows one toast and replaces the one before. Inside an open modal dialog, because the rest of the page is inert. */
export function toast(content: Toast): void {
  const host = document.querySelector('dialog:modal') ?? document.body
  show({ ...content, id: nextId++, host })
}

function show(next: ShownToast | null): void {
  shown = next
  for (const listener of listeners) listener()
}

const durationMs = 10_000

/**
 * At the top on phones, where the toast covers no button; in the corner on larger screens. A success disappears after
 * ten seconds, unless it has the pointer or the focus. An error stays until it is dismissed or replaced.
 */
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
    const hide = () => {
      const isInUse = document.querySelector('[data-slot=toast]:is(:hover, :focus-within)')
      if (!isInUse) show(null)
    }
    const timer = setInterval(hide, durationMs)
    return () => clearInterval(timer)
  }, [current])

  if (!current) return null
  return createPortal(
    <div
      key={current.id}
      ref={showInTopLayer}
      popover="manual"
      data-slot="toast"
      role={current.destructive ? 'alert' : 'status'}
      className={cx(
        'fixed inset-x-3 top-3 bottom-auto z-30 mx-auto w-auto max-w-120 rounded-paper border-current border-l-[0.4rem] bg-ticket py-4 pr-14 pl-[1.2rem] shadow-lift outline-1 outline-rule duration-(--time-calm) motion-safe:transition-[translate,opacity] motion-safe:starting:-translate-y-3 motion-safe:starting:opacity-0 sm:top-auto sm:right-5 sm:bottom-5 sm:left-auto sm:m-0 sm:w-92',
        current.destructive ? 'text-wrong' : 'text-ok',
      )}
    >
      <p className="flex items-center gap-2 font-bold">
        {!current.destructive && <CheckIcon />}
        {current.title}
      </p>
      <p className="text-ink">{current.text}</p>
      <Button
        variant="ghost"
        size="icon"
        aria-label={dismissLabel}
        onClick={() => show(null)}
        className="absolute top-1 right-1 text-ink"
      >
        <CloseIcon />
      </Button>
    </div>,
    current.host,
  )
}

/** The color of the text is also the color of the left edge. */
function showInTopLayer(element: HTMLElement | null) {
  element?.showPopover?.()
}
