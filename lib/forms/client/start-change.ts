import { bookingForm, lastStep } from '../booking-form'
import { isChange } from './booked-demo'
import { parseDraft } from './drafts'
import { readBookedDemo, readDraft, writeDraft } from './storage'

/**
 * Where the address asks for a change, writes a draft that changes the booked demo, unless there is one. The booking page
 * then opens its review. The server takes it for a change because it names its thread, which only this browser knows.
 */
export function startChangeByAddress(): void {
  const { entries } = readBookedDemo() ?? {}
  if (!entries || !new URLSearchParams(location.search).has('change')) return
  const isStarted = isChange(parseDraft(bookingForm, readDraft('booking'))?.entries ?? {})
  if (isStarted) return
  const draft = { step: lastStep, entries: { ...entries, submissionId: '' } }
  writeDraft('booking', JSON.stringify(draft))
}
