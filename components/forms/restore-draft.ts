import type { UseFormReturn } from 'react-hook-form'
import { parseDraft } from '@/lib/client/drafts'
import { fieldOf } from '@/lib/leads/shared/fields'
import { type FormValues, toFormValues } from '@/lib/leads/shared/form-data'
import type { LeadKind } from '@/lib/site'

/** Puts the values of a stored draft into fields that are still empty, and returns its step. */
export function restoreDraft(
  kind: LeadKind,
  form: UseFormReturn<FormValues>,
  stored: string | null,
): number {
  const draft = parseDraft(kind, stored)
  const present = toFormValues(kind, form.getValues())
  for (const [name, entry] of Object.entries(draft?.entries ?? {})) {
    const value = Array.isArray(entry) ? knownOptions(kind, name, entry) : entry
    if (value.length > 0 && !present[name]?.length) form.setValue(name, value)
  }
  return draft?.step ?? 1
}

/** Those of the values that the field offers. */
export function knownOptions(kind: LeadKind, name: string, values: string[]): string[] {
  const options = fieldOf(kind, name).options ?? []
  return options.map(({ value }) => value).filter((value) => values.includes(value))
}
