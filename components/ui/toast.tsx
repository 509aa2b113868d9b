'use client'

import {
  Fragment,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'
import { useHydrated } from './use-hydrated'

let shown: ReactNode = null
let shownCount = 0
const listeners = new Set<() => void>()

/** Shows an element over the page, or none, and replaces the one before. */
export function toast(element: ReactNode): void {
  shown = element
  shownCount++
  for (const listener of listeners) listener()
}

/**
 * Stays until it is dismissed, also by Escape. The live region stands in the page before, because screen readers speak
 * what is put into it, and often not a region that is inserted with its words.
 */
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
  // Without scripts, it would stay empty.
  if (!useHydrated()) return null
  return <div role="status">{current && <Fragment key={shownCount}>{current}</Fragment>}</div>
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
