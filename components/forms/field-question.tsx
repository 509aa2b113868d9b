import { startTransition, useEffect, useState } from 'react'
import { VerbatimText } from '@/components/ui/verbatim-text'
import { acceptSuggestion, toSuggestion } from '@/lib/content/validation'
import { questionAbout } from '@/lib/forms/client/field-question'
import { fieldOf } from '@/lib/forms/fields'
import type { FieldName } from '@/lib/forms/forms'
import { useActionFormContext } from './use-action-form'
import { useFormValues } from './use-form-values'

/** Below a field that the visitor has left: a question about a value that looks wrong, or a button that replaces it. */
export function FieldQuestion({
  name,
  id,
  nextFocus = id,
}: {
  name: FieldName
  id: string
  /** The id of what takes the focus from the button. */
  nextFocus?: string
}) {
  const { spec, hookForm } = useActionFormContext()
  const value = useFormValues((values) => String(values[name] ?? ''))
  const question = useHasLeft(id) ? questionAbout(fieldOf(spec, name).type, value) : null
  const { text, suggestion, end } = question ?? {}
  useEffect(() => {
    // The question could have moved the field that has the focus below an on-screen keyboard.
    if (text) document.activeElement?.closest('input')?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div
      data-slot="field-question"
      className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere text-primary text-sm"
    >
      {/* In the page before its words, and without the button: otherwise Orca says nothing of them. */}
      <div role="status" className="contents">
        {text && (
          <p className="pt-1.5 font-semibold">
            <span>{text}</span>
            {suggestion && <VerbatimText>{suggestion}</VerbatimText>}
            {end && <span>{end}</span>}
          </p>
        )}
      </div>
      {suggestion && (
        <button
          type="button"
          className="min-h-11 text-left underline"
          // The field that the visitor has gone on to keeps the focus, and the keyboard of a phone stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            hookForm.setValue(name, suggestion, { shouldValidate: true })
            // The button disappears.
            if (document.activeElement === currentTarget)
              document.getElementById(nextFocus)?.focus()
          }}
        >
          <span>{acceptSuggestion}</span>
          <span className="sr-only">
            <span>{toSuggestion}</span>
            <VerbatimText>{suggestion}</VerbatimText>
          </span>
        </button>
      )}
    </div>
  )
}

/** Whether the focus is elsewhere. While a button is being pressed, this does not change, because the button could move. */
function useHasLeft(id: string): boolean {
  const [hasLeft, setHasLeft] = useState(false)
  useEffect(() => {
    const update = () => {
      // At once, because a question about what is being typed could take the focus of the next Tab.
      if (document.activeElement?.id === id) setHasLeft(false)
      // A transition, because the visitor waits for what the focus moves to.
      else startTransition(() => setHasLeft(true))
    }
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
  }, [id])
  return hasLeft
}
