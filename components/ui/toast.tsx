'use client'

import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '@/lib/utils'
import { Button } from './button'
import { CheckIcon, CloseIcon } from './icon'

type Toast = {
  title: string
  text: string
  destructive: boolean
  /** Whether `support` follows the text. */
  namesSupport?: boolean
}

type ShownToast = Toast & { id: number; slot: Element | null }

let shown: ShownToast | null = null
let nextId = 0
const listeners = new Set<() => void>()

/** Shows one toast, or none, and replaces the one before. An open dialog shows it in its element for toasts. */
export function toast(content: Toast | null): void {
  const slot = document.querySelector('[open] [data-slot=toasts]')
  shown = content && { ...content, id: nextId++, slot }
  for (const listener of listeners) listener()
}

const durationMs = 10_000

/**
 * Outside a dialog, the toast is below the header, where it covers no button. A success disappears after ten seconds,
 * unless it has the pointer or the focus. An error stays until it is dismissed or the form is submitted again.
 */
export function Toaster({ dismissLabel, support }: { dismissLabel: string; support: ReactNode }) {
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
      if (!isInUse) toast(null)
    }
    const timer = setInterval(hide, durationMs)
    return () => clearInterval(timer)
  }, [current])

  if (!current) return null
  return createPortal(
    <div
      key={current.id}
      ref={bringIntoView}
      popover={current.slot ? undefined : 'manual'}
      data-slot="toast"
      role={current.destructive ? 'alert' : 'status'}
      className={cn(
        'rounded-sm border-current border-l-[0.4rem] bg-card py-4 pr-14 pl-[1.2rem] outline-1 outline-border',
        current.slot
          ? 'relative mt-4'
          : 'fixed inset-x-3 top-bar bottom-auto z-30 mx-auto mt-3 w-auto max-w-120 shadow-lift motion-safe:transition-dialog motion-safe:starting:[translate:0_-0.75rem] motion-safe:starting:opacity-0 sm:right-5 sm:left-auto sm:w-92',
        current.destructive ? 'text-destructive' : 'text-success',
      )}
    >
      <p className="flex items-center gap-2 font-bold">
        {!current.destructive && <CheckIcon />}
        <span>{current.title}</span>
      </p>
      <div className="text-foreground">
        <p>{current.text}</p>
        {current.namesSupport && support}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={dismissLabel}
        onClick={() => toast(null)}
        className="absolute top-1 right-1 text-foreground"
      >
        <CloseIcon />
      </Button>
    </div>,
    current.slot ?? document.body,
  )
}

function bringIntoView(element: HTMLElement | null) {
  if (element?.hasAttribute('popover')) element.showPopover?.()
  else element?.scrollIntoView({ block: 'nearest' })
}
