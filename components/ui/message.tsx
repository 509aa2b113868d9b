'use client'

import { Fragment, type ReactNode, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'
import { useHydrated } from './use-hydrated'

/** Of the Toaster, of which a page has one. */
let showInPage: (element: ReactNode) => void = () => undefined

/** Shows an element over the page, or none, and replaces the one before. */
export function toast(element: ReactNode): void {
  showInPage(element)
}

/**
 * Stays until it is dismissed, also by Escape. The live region stands in the page before, because screen readers speak
 * what is put into it, and often not a region that is inserted with its words.
 */
export function Toaster() {
  const [{ element, count }, show] = useReducer(showNext, { element: null, count: 0 })
  useEffect(() => {
    showInPage = show
  }, [])
  useEscape(() => show(null))
  // Without scripts, it would stay empty.
  if (!useHydrated()) return null
  return <div role="status">{element && <Fragment key={count}>{element}</Fragment>}</div>
}

function showNext({ count }: { count: number }, element: ReactNode) {
  return { element, count: count + 1 }
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
