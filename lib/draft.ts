import type { Entries } from './leads/form'
import { session } from './session'

const key = 'bookingDraft'

export type Draft = { step: number; entries: Entries }

/** A booking that is under way, for a reload in the middle of it. */
export const bookingDraft = {
  save: (draft: string): void => session.write(key, draft),
  forget: (): void => session.write(key, null),
  read(): Draft | null {
    try {
      const draft = JSON.parse(session.read(key) ?? '')
      return typeof draft.step === 'number' && typeof draft.entries === 'object' ? draft : null
    } catch {
      return null
    }
  },
}
