import type { UseFormReturn } from 'react-hook-form'
import { entriesOf, type FormEntries, knownOptions, toFormValues } from '../form-data'
import type { Form } from '../forms'

/** A form that is not submitted yet, so that a reload does not lose it. A dialog has one step. */
export type Draft = { step: number; entries: FormEntries }

/** Puts the values of a stored draft into fields that are still empty, and returns its step. */
export function restoreDraft(
  spec: Form,
  hookForm: UseFormReturn<FormEntries>,
  stored: string | null,
): number {
  const draft = parseDraft(spec, stored)
  const present: FormEntries = toFormValues(spec, hookForm.getValues())
  for (const [name, entry] of draft ? entriesOf(draft.entries) : []) {
    const value = Array.isArray(entry) ? knownOptions(spec, name, entry) : entry
    if (value.length > 0 && !present[name]?.length) hookForm.setValue(name, value)
  }
  return draft?.step ?? 1
}

/** Null unless a draft is stored. Its entries always have the names and types of the form. */
export function parseDraft(spec: Form, stored: string | null): Draft | null {
  try {
    const { step, entries } = JSON.parse(String(stored))
    if (!Number.isInteger(step)) return null
    const idIn = (name: string) => (typeof entries[name] === 'string' ? entries[name] : '')
    return {
      step,
      entries: {
        ...toFormValues(spec, entries),
        submissionId: idIn('submissionId'),
        thread: idIn('thread'),
      },
    }
  } catch {
    return null
  }
}
