import { zoneId } from '../../dates/zone'

/**
 * What the pages keep in the browser. Where it forbids that, or is full, values are read as null, and the site works without
 * them.
 */
function attempt<Value>(access: () => Value): Value | null {
  try {
    return access()
  } catch {
    return null
  }
}

/** For the length of a visit. */
export function readSession(key: string): string | null {
  return attempt(() => sessionStorage.getItem(key))
}

export function writeSession(key: string, value: string): void {
  attempt(() => sessionStorage.setItem(key, value))
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
  attempt(() => sessionStorage.removeItem(draftKey(kind)))
}

export function isBookingUnderWay(): boolean {
  return attempt(() => JSON.parse(String(readDraft('booking'))).step > 1) ?? false
}

/** The time of the booked demo, in the site's zone. */
export const startKey = 'demoStartTime'

/**
 * The demo that this browser has booked, with its entries, until it begins, so that the visitor can see and change it. In
 * localStorage, because a later visit can be in another tab.
 */
export type BookedDemo = {
  /** As in `demoStartTime`. */
  start: string
  /** The start that a change has replaced, also by the same. */
  before?: string
  entries: { [name: string]: string | string[] | undefined }
}

const bookedKey = 'bookedDemo'

export function storeBookedDemo(demo: BookedDemo): void {
  attempt(() => localStorage.setItem(bookedKey, JSON.stringify(demo)))
}

/** Null, and removed, once the demo has begun. */
export function readBookedDemo(): BookedDemo | null {
  return attempt(() => {
    const demo = JSON.parse(String(localStorage.getItem(bookedKey)))
    // The first use of a time zone takes many milliseconds.
    if (!demo) return null
    // Swedish times begin with the year: `2026-12-05 12:30:00`.
    const now = new Date().toLocaleString('sv', { timeZone: zoneId })
    if (digitsOf(now) < digitsOf(demo.start)) return demo
    removeBookedDemo()
    return null
  })
}

export function removeBookedDemo(): void {
  attempt(() => localStorage.removeItem(bookedKey))
}

function digitsOf(time: string): string {
  return time.replace(/\D/g, '')
}
