import { type FormValues, toFormValues } from '../leads/shared/form-data'

export type Draft = { step: number; entries: FormValues }

/** Null unless a draft is stored. Its entries always have the names and types of the form. */
export function parseDraft(stored: string | null): Draft | null {
  try {
    const { step, entries } = JSON.parse(stored ?? '')
    if (!Number.isInteger(step)) return null
    const { submissionId } = entries
    return {
      step,
      entries: {
        ...toFormValues('booking', entries),
        submissionId: typeof submissionId === 'string' ? submissionId : '',
      },
    }
  } catch {
    return null
  }
}
