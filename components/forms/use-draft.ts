import { useEffect, useEffectEvent, useRef } from 'react'
import { drafts } from '@/lib/client/drafts'
import { fieldOf } from '@/lib/leads/shared/fields'
import { toFormValues } from '@/lib/leads/shared/form-data'
import type { LeadKind } from '@/lib/site'
import type { LeadForm } from './use-lead-form'

/** Saves step and values in sessionStorage, and restores them after a reload into fields that are still empty. */
export function useDraft(
  { kind, form, returned }: LeadForm,
  step = 1,
  /** Called once with the stored step, or 1. Not called after a rejected native post. */
  onRestored?: (step: number) => void,
) {
  const restore = useEffectEvent(() => {
    // A rejected native post returned newer values.
    if (returned) return
    const draft = drafts.read(kind)
    const present = toFormValues(kind, form.getValues())
    for (const [name, stored] of Object.entries(draft?.entries ?? {})) {
      const value = Array.isArray(stored) ? knownOptions(kind, name, stored) : stored
      if (value.length > 0 && !present[name]?.length) form.setValue(name, value)
    }
    onRestored?.(draft?.step ?? 1)
  })
  useEffect(() => restore(), [])

  const latest = useRef('')
  const save = useEffectEvent(() => {
    const draft = JSON.stringify({ step, entries: form.getValues() })
    // The first call only notes the initial state, which must not replace a draft that is still being restored.
    if (latest.current && draft !== latest.current) drafts.write(kind, draft)
    latest.current = draft
  })
  useEffect(() => save())
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => save() }), [form])
}

/** Those of the values that the field offers. */
export function knownOptions(kind: LeadKind, name: string, values: string[]): string[] {
  const options = fieldOf(kind, name).options ?? []
  return options.map(({ value }) => value).filter((value) => values.includes(value))
}
