import { useEffect, useState } from 'react'
import { emailSuggestion } from '@/lib/content/validation'
import { suggestEmail } from '@/lib/forms/client/suggest-email'
import type { FieldName } from '@/lib/forms/forms'
import { useActionFormContext } from './use-action-form'
import { useFormValues } from './use-form-values'

/** Below an email field that the visitor has left: a button that replaces a misspelled address. */
export function EmailSuggestion({ name, id }: { name: FieldName; id: string }) {
  const { hookForm } = useActionFormContext()
  const value = String(useFormValues()[name] ?? '')
  const suggestion = useHasLeft(id) ? suggestEmail(value) : null
  useEffect(() => {
    // The suggestion could have moved the field that has the focus below an on-screen keyboard.
    if (suggestion) document.activeElement?.closest('input')?.scrollIntoView({ block: 'nearest' })
  }, [suggestion])
  return (
    // Always in the page, so that a screen reader announces what appears in it. No part of the layout while it is empty.
    <div role="status" className="empty:absolute">
      {suggestion && (
        <button
          type="button"
          className="min-h-11 wrap-anywhere text-left text-primary text-sm underline"
          // The field that the visitor has gone on to keeps the focus, and the keyboard of a phone stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            hookForm.setValue(name, suggestion, { shouldValidate: true })
            // The button disappears.
            if (document.activeElement === currentTarget) document.getElementById(id)?.focus()
          }}
        >
          <span>{emailSuggestion.before}</span>
          <span translate="no" className="font-semibold">
            {suggestion}
          </span>
          <span>{emailSuggestion.after}</span>
        </button>
      )}
    </div>
  )
}

/** Whether the focus is elsewhere. While a button is being pressed, this does not change, because the button could move. */
function useHasLeft(id: string): boolean {
  const [focused, setFocused] = useState<string>()
  useEffect(() => {
    const update = () => setFocused(document.activeElement?.id)
    const updateUnlessPressed = ({ type, target }: Event) => {
      const isPressed = type === 'focusin' && target instanceof HTMLButtonElement
      if (!isPressed) update()
    }
    const events = ['focusin', 'click', 'keyup'] as const
    for (const event of events) document.addEventListener(event, updateUnlessPressed)
    // Not while rendering: the focus can move between that and now.
    update()
    return () => {
      for (const event of events) document.removeEventListener(event, updateUnlessPressed)
    }
  }, [])
  return focused !== undefined && focused !== id
}
