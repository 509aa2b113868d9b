import { useEffect, useEffectEvent, useRef } from 'react'
import { afterNextPaint } from '@/lib/after-next-paint'
import { readDraft, writeDraft } from '@/lib/forms/client/storage'
import { fieldsOf } from '@/lib/forms/fields'
import type { UseActionFormReturn } from './use-action-form'

/** Keeps step and values in sessionStorage whenever they change. A dialog has one step. */
export function useSavedDraft({ spec, hookForm }: UseActionFormReturn, step = 1) {
  const latest = useRef('')
  const save = useEffectEvent(() => {
    const draft = JSON.stringify({ step, entries: hookForm.getValues() })
    // The first call has what was typed before the scripts ran. It must not replace a draft that is still being restored.
    const isNew = latest.current
      ? draft !== latest.current
      : !readDraft(spec.kind) && fieldsOf(spec).some(({ name }) => hookForm.getValues(name)?.length)
    if (isNew) writeDraft(spec.kind, draft)
    latest.current = draft
  })
  // After the paint, because the visitor waits for the next step.
  useEffect(() => afterNextPaint(() => save()))
  useEffect(
    () => hookForm.subscribe({ formState: { values: true }, callback: () => save() }),
    [hookForm],
  )
}
