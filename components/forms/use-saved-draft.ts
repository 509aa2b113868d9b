import { useEffect, useEffectEvent, useRef } from 'react'
import { writeDraft } from '@/lib/forms/client/session-storage'
import type { UseActionFormReturn } from './use-action-form'

/** Keeps step and values in sessionStorage whenever they change. A dialog has one step. */
export function useSavedDraft({ spec, hookForm }: UseActionFormReturn, step = 1) {
  const latest = useRef('')
  const save = useEffectEvent(() => {
    const draft = JSON.stringify({ step, entries: hookForm.getValues() })
    // The first call only notes the initial state, which must not replace a draft that is still being restored.
    if (latest.current && draft !== latest.current) writeDraft(spec.kind, draft)
    latest.current = draft
  })
  useEffect(() => save())
  useEffect(
    () => hookForm.subscribe({ formState: { values: true }, callback: () => save() }),
    [hookForm],
  )
}
