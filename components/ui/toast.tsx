'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '@/lib/utils'
import { Button } from './button'
import { CheckIcon, CloseIcon } from './icon'

type Toast = {
  title: string
  text: string
  /** What to do next. */
  details?: string
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

/** Stays until it is dismissed, or the form is submitted again. Drawn in toast.css. */
export function Toaster({ dismissLabel, support }: { dismissLabel: string; support: ReactNode }) {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
    () => null,
  )
  if (!current) return null
  return createPortal(
    <div
      key={current.id}
      ref={bringIntoView}
      popover={current.slot ? undefined : 'manual'}
      data-slot="toast"
      role={current.destructive ? 'alert' : 'status'}
      className={cn(
        'toast',
        !current.slot && 'toast-page',
        current.destructive && 'toast-destructive',
      )}
    >
      <p>
        {!current.destructive && <CheckIcon />}
        <span>{current.title}</span>
      </p>
      <p>{current.text}</p>
      {current.details && <p>{current.details}</p>}
      {current.namesSupport && support}
      <Button variant="ghost" size="icon" aria-label={dismissLabel} onClick={() => toast(null)}>
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
