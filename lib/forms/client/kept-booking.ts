/**
 * The booked demo with its entries, which the browser keeps until it begins, so that the visitor can change it. In
 * localStorage, because a later visit can be in another tab. Where the browser forbids it, there is none.
 */
export type KeptBooking = {
  /** As in `demoStartTime`. */
  start: string
  entries: { [name: string]: string | string[] | undefined }
}

const key = 'bookedDemo'

export function keepBooking(booking: KeptBooking): void {
  try {
    localStorage.setItem(key, JSON.stringify(booking))
  } catch {
    // Full or forbidden.
  }
}

/** Null, and deleted, once the demo has begun. */
export function keptBooking(): KeptBooking | null {
  try {
    const booking = JSON.parse(String(localStorage.getItem(key)))
    if (Date.now() < latestStart(booking.start)) return booking
    forgetBooking()
  } catch {
    // None, or forbidden.
  }
  return null
}

export function forgetBooking(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is kept.
  }
}

/** In Pacific Standard Time, because the loader knows no time zones. In summer, that is an hour later. */
function latestStart(start: string): number {
  return Date.parse(start.replace(/^(....)(..)(..T..)(..)00$/, '$1-$2-$3:$4-08:00'))
}
