import { startTransition, useEffect, useState } from 'react'
import type { FormEntries } from '@/lib/forms/form-data'
import { useLeadFormContext } from './use-lead-form'

/**
 * The current values. `useWatch` would miss those that were typed before hydration, and would not wait for the field
 * to show a keystroke first.
 */
export function useFormValues(): FormEntries {
  const { form } = useLeadFormContext()
  const [values, setValues] = useState<FormEntries>(form.getValues())
  useEffect(() => {
    const read = () => startTransition(() => setValues({ ...form.getValues() }))
    read()
    return form.subscribe({ formState: { values: true }, callback: read })
  }, [form])
  return values
}
