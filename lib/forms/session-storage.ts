import type { LeadKind } from '../site'

/** sessionStorage, for the length of a visit. Where the browser forbids it, values are read as null. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeSession(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the site works without it.
  }
}

export function removeSession(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Forbidden: nothing is stored.
  }
}

const visitKey = 'visit'

/** Address and referrer of the first page of a visit, as JSON. */
export function readFirstVisit(): string | null {
  return readSession(visitKey)
}

export function keepFirstVisit(address: string, referrer: string): void {
  if (readSession(visitKey) === null) writeSession(visitKey, JSON.stringify([address, referrer]))
}

/** An unfinished form: `bookingDraft`, `see-ai-in-actionDraft`, `call-our-aiDraft`. */
export const draftKey = (kind: LeadKind) => `${kind}Draft`

/** Whether a draft of the booking is past the first step. */
export function isBookingUnderWay(): boolean {
  try {
    return JSON.parse(readSession(draftKey('booking')) ?? '').step > 1
  } catch {
    return false
  }
}

/** The Pacific time of the booked demo. */
export const startKey = 'demoStartTime'
