import { type FormValues, toFormValues } from '../leads/shared/form-data'
import { session } from './session-storage'

const key = 'bookingDraft'

export type Draft = { step: number; entries: FormValues }

/** An unfinished booking, so that a reload does not lose it. */
export const bookingDraft = {
  save: (draft: string): void => session.write(key, draft),
  clear: (): void => session.write(key, null),
  /** Null unless a draft is stored. Its entries always have the names and types of the form. */
  read(): Draft | null {
    try {
      const { step, entries } = JSON.parse(session.read(key) ?? '')
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
  },
}
