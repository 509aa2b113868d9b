/**
 * What the pages keep in sessionStorage, for the length of a visit. Where the browser forbids it, values are read as
 * null, and the site works without them.
 */

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
    // Full or forbidden.
  }
}

const visitKey = 'visit'

/** Address and referrer of the first page of a visit, as JSON. */
export function readFirstVisit(): string | null {
  return readSession(visitKey)
}

export function keepFirstVisit(address: string, referrer: string): string {
  const visit = readFirstVisit() ?? JSON.stringify([address, referrer])
  writeSession(visitKey, visit)
  return visit
}

const draftKey = (kind: string) => `${kind}Draft`

/** An unfinished form, as JSON. */
export function readDraft(kind: string): string | null {
  return readSession(draftKey(kind))
}

export function writeDraft(kind: string, draft: string): void {
  writeSession(draftKey(kind), draft)
}

export function removeDraft(kind: string): void {
  try {
    sessionStorage.removeItem(draftKey(kind))
  } catch {
    // Nothing is stored.
  }
}

/** Whether a draft of the booking is past the first step. */
export function isBookingUnderWay(): boolean {
  try {
    return JSON.parse(String(readSession(draftKey('booking')))).step > 1
  } catch {
    return false
  }
}

/** The time of the booked demo, in the site's zone. */
export const startKey = 'demoStartTime'
