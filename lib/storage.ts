import { compactStamp } from './day'
import type { Entries } from './leads/form'

/** What the browser remembers for the length of a visit. A browser that forbids storing forgets; nothing breaks. */

const startKey = 'demoStartTime'
const draftKey = 'bookingDraft'
const nameKey = 'demoName'
const businessKey = 'demoBusiness'

export type Draft = { step: number; entries: Entries }

export const demoStart = {
  save(day: string, time: string): void {
    if (day && time) write(startKey, compactStamp(day, time))
  },
  read: (): string | null => read(startKey),
}

/** Whose demo it is, for the ticket that the visitor arrives at. */
export const bookedFor = {
  save(name: string, business: string): void {
    write(nameKey, name)
    write(businessKey, business)
  },
  name: (): string | null => read(nameKey),
  business: (): string | null => read(businessKey),
}

export const bookingDraft = {
  save: (draft: string): void => write(draftKey, draft),
  forget: (): void => write(draftKey, null),
  read(): Draft | null {
    try {
      const draft = JSON.parse(read(draftKey) ?? '')
      return typeof draft.step === 'number' && typeof draft.entries === 'object' ? draft : null
    } catch {
      return null
    }
  },
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the visit goes on without a memory.
  }
}
