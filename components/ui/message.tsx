import { useRef } from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'
import { useWindowEvent } from './use-window-event'

/** An open dialog is what Escape closes. */
export function useEscape(onEscape: () => void) {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && !document.querySelector('dialog[open]')) onEscape()
  })
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
