import { zoneId } from '../../dates/zone'

/**
 * The demo that this browser has booked, with its entries, until it begins, so that the visitor can see and change it. In
 * localStorage, because a later visit can be in another tab. Where the browser forbids it, there is none.
 */
export type BookedDemo = {
  /** As in `demoStartTime`. */
  start: string
  /** The start that a change has replaced, also by the same. */
  before?: string
  entries: { [name: string]: string | string[] | undefined }
}

const key = 'bookedDemo'

export function storeBookedDemo(demo: BookedDemo): void {
  try {
    localStorage.setItem(key, JSON.stringify(demo))
  } catch {
    // Full or forbidden.
  }
}

/** Null, and removed, once the demo has begun. */
export function readBookedDemo(): BookedDemo | null {
  try {
    const demo = JSON.parse(String(localStorage.getItem(key)))
    // The first use of a time zone takes many milliseconds.
    if (!demo) return null
    // Swedish times begin with the year: `2026-12-05 12:30:00`.
    const now = new Date().toLocaleString('sv', { timeZone: zoneId })
    if (digitsOf(now) < digitsOf(demo.start)) return demo
    removeBookedDemo()
  } catch {
    // None, or forbidden.
  }
  return null
}

export function removeBookedDemo(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

function digitsOf(time: string): string {
  return time.replace(/\D/g, '')
}
