import { startTransition, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { FormEntries } from '@/lib/forms/form-data'
import { useActionFormContext } from './use-action-form'

/**
 * What `select` returns for the current values. Renders again, in a transition, when that is another text, number, or list.
 * `useWatch` would miss values that were typed before hydration, and would not wait for the field to show a keystroke first.
 */
export function useFormValues<Selected>(select: (values: FormEntries) => Selected): Selected {
  const { hookForm } = useActionFormContext()
  const [, render] = useReducer((count: number) => count + 1, 0)
  const selected = select(hookForm.getValues())
  const shown = useRef(selected)
  const renderIfChanged = useEffectEvent(() => {
    if (!Object.is(select(hookForm.getValues()), shown.current)) startTransition(render)
  })
  useEffect(() => {
    shown.current = selected
  })
  useEffect(() => {
    renderIfChanged()
    return hookForm.subscribe({
      formState: { values: true },
      callback: () => renderIfChanged(),
    })
  }, [hookForm])
  return selected
}
