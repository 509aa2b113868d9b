import { startTransition, useEffect, useState } from 'react'
import type { FormEntries } from '@/lib/forms/form-data'
import { useActionFormContext } from './use-action-form'

/**
 * The current values. `useWatch` would miss those that were typed before hydration, and would not wait for the field
 * to show a keystroke first.
 */
export function useFormValues(): FormEntries {
  const { hookForm } = useActionFormContext()
  const [values, setValues] = useState<FormEntries>(hookForm.getValues())
  useEffect(() => {
    const read = () => startTransition(() => setValues({ ...hookForm.getValues() }))
    read()
    return hookForm.subscribe({ formState: { values: true }, callback: read })
  }, [hookForm])
  return values
}
