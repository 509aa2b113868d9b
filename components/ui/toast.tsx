'use client'

import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '@/lib/utils'
import { Button } from './button'
import { CloseIcon } from './icon'

/** Of a failure. */
type Message = {
  title: string
  text: string
  /** Whether `support` follows the text. */
  namesSupport?: boolean
  /** Another message with the same words has the focus. So this one is small and not announced. */
  isRepeated?: boolean
}

/** A message, or an element that a form draws itself. */
type Toast = Message | { element: ReactNode }

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

/** Stays until it is dismissed, also by Escape, or the form is submitted again. Drawn in toast.css. */
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
    // An open dialog is what Escape closes.
    const dismiss = ({ key }: KeyboardEvent) =>
      key === 'Escape' && !document.querySelector('dialog[open]') && toast(null)
    addEventListener('keydown', dismiss)
    return () => removeEventListener('keydown', dismiss)
  }, [])
  if (!current) return null
  const key = String(current.id)
  if ('element' in current) return createPortal(current.element, document.body, key)
  return createPortal(
    <div
      ref={bringIntoView}
      popover={current.slot ? undefined : 'manual'}
      data-slot="toast"
      role={current.isRepeated ? undefined : 'alert'}
      className={cn('toast', !current.slot && 'toast-page', current.isRepeated && 'toast-small')}
    >
      <p>{current.title}</p>
      <p>{current.text}</p>
      {current.namesSupport && support}
      <DismissButton label={dismissLabel} />
    </div>,
    current.slot ?? document.body,
    key,
  )
}

export function DismissButton({ label }: { label: string }) {
  const before = useRef<EventTarget>(null)
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget
      }}
      onClick={({ detail }) => {
        toast(null)
        // A key counts as no click. The focus would be lost with this button.
        if (detail === 0 && before.current instanceof HTMLElement) before.current.focus()
      }}
    >
      <CloseIcon />
    </Button>
  )
}

function bringIntoView(element: HTMLElement | null) {
  if (element?.hasAttribute('popover')) element.showPopover?.()
  else element?.scrollIntoView({ block: 'nearest' })
}
