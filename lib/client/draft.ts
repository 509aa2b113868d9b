import { type FormValues, parseFormValues } from '../leads/shared/form-data'
import { session } from './session'

const key = 'bookingDraft'

export type Draft = { step: number; entries: FormValues }

/** A booking that is under way, for a reload in the middle of it. */
export const bookingDraft = {
  save: (draft: string): void => session.write(key, draft),
  forget: (): void => session.write(key, null),
  /** Null unless the storage holds a draft; its entries always have the form's names and types. */
  read(): Draft | null {
    try {
      const { step, entries } = JSON.parse(session.read(key) ?? '')
      return Number.isInteger(step) ? { step, entries: bookingEntries(entries) } : null
    } catch {
      return null
    }
  },
}

function bookingEntries(stored: object): FormValues {
  const form = new FormData()
  for (const [name, value] of Object.entries(stored))
    for (const each of [value].flat()) if (typeof each === 'string') form.append(name, each)
  const submissionId = form.get('submissionId')
  return { ...parseFormValues('booking', form), submissionId: submissionId?.toString() ?? '' }
}
