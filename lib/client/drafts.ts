import { type FormValues, toFormValues } from '../leads/shared/form-data'
import type { LeadKind } from '../site'

/** A form that is not submitted yet, so that a reload does not lose it. A dialog has one step. */
export type Draft = { step: number; entries: FormValues }

/** Null unless a draft is stored. Its entries always have the names and types of the form. */
export function parseDraft(kind: LeadKind, stored: string | null): Draft | null {
  try {
    const { step, entries } = JSON.parse(stored ?? '')
    if (!Number.isInteger(step)) return null
    const { submissionId } = entries
    return {
      step,
      entries: {
        ...toFormValues(kind, entries),
        submissionId: typeof submissionId === 'string' ? submissionId : '',
      },
    }
  } catch {
    return null
  }
}
