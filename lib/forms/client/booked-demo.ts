import { addressOfStart, demoStart } from '../demo-start'
import type { FormEntries } from '../form-data'
import {
  type BookedDemo,
  readBookedDemo,
  readSession,
  startKey,
  storeBookedDemo,
  writeSession,
} from './storage'

/** Stores an accepted booking. Returns what the address of the thank-you page needs. */
export function saveBooking(posted: FormData, entries: BookedDemo['entries']): string {
  const start = demoStart(posted)
  if (!start) return ''
  const before = isChange(entries) ? readBookedDemo()?.start : undefined
  writeSession(startKey, start)
  storeBookedDemo({ start, before, entries })
  return readSession(startKey) === start ? '' : addressOfStart(start)
}

export const thankYouDemo = {
  /** The address has it after a native post, and where the browser stores nothing. */
  start: () => /^\?demo=(\d{8}T\d{6})$/.exec(location.search)?.[1] ?? readSession(startKey),
  /** Null where this browser has not booked that demo with scripts, or it has begun. */
  entry: (name: string): string | null => shownDemo() && String(shownDemo()?.entries[name] ?? ''),
  /** The start before the change, if it was one. */
  before: (): string | null => shownDemo()?.before ?? null,
}

function shownDemo() {
  const demo = readBookedDemo()
  return demo?.start === thankYouDemo.start() ? demo : null
}

/** The address of the booking page that opens the review of the booked demo. */
export const changeAddress = '/book-demo?change'

export function isChange({ thread }: Pick<FormEntries, 'thread'>): boolean {
  return Boolean(thread) && readBookedDemo()?.entries.thread === thread
}
