import { useEffect, useEffectEvent, useRef } from 'react'
import { draftKey, writeSession } from '@/lib/forms/session-storage'
import type { LeadForm } from './use-lead-form'

/** Saves step and values in sessionStorage whenever they change. */
export function useSavedDraft({ kind, form }: LeadForm, step = 1) {
  const latest = useRef('')
  const save = useEffectEvent(() => {
    const draft = JSON.stringify({ step, entries: form.getValues() })
    // The first call only notes the initial state, which must not replace a draft that is still being restored.
    if (latest.current && draft !== latest.current) writeSession(draftKey(kind), draft)
    latest.current = draft
  })
  useEffect(() => save())
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => save() }), [form])
}
