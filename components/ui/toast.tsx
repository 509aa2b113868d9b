'use client'

import { type ReactNode, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button'
import { CloseIcon } from './icon'

let shown: ReactNode = null
let shownCount = 0
const listeners = new Set<() => void>()

/** Shows an element over the page, or none, and replaces the one before. */
export function toast(element: ReactNode): void {
  shown = element
  shownCount++
  for (const listener of listeners) listener()
}

/** Stays until it is dismissed, also by Escape. */
export function Toaster() {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
    () => null,
  )
  useEscape(() => toast(null))
  return current ? createPortal(current, document.body, String(shownCount)) : null
}

/** An open dialog is what Escape closes. */
export function useEscape(onEscape: () => void) {
  const handle = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !document.querySelector('dialog[open]')) onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

export function DismissButton({ label, onDismiss }: { label: string; onDismiss: () => void }) {
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
        onDismiss()
        // A key counts as no click. The focus would be lost with this button.
        if (detail === 0 && before.current instanceof HTMLElement) before.current.focus()
      }}
    >
      <CloseIcon />
    </Button>
  )
}
