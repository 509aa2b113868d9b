import { lastStep } from '../booking-form'
import type { FormEntries } from '../form-data'
import { readBookedDemo } from './booked-demo'
import { writeDraft } from './session-storage'

/**
 * Writes a draft that changes the booked demo. The booking page then opens its review. The server takes it for a change
 * because it names its thread, which only this browser knows.
 */
export function startChange(): void {
  const { entries } = readBookedDemo() ?? {}
  if (!entries) return
  const draft = { step: lastStep, entries: { ...entries, submissionId: '' } }
  writeDraft('booking', JSON.stringify(draft))
}

/** Whether these entries change the booked demo. */
export function isChange({ thread }: FormEntries): boolean {
  return Boolean(thread) && readBookedDemo()?.entries.thread === thread
}
