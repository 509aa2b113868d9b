import { keptBooking } from './kept-booking'
import { writeDraft } from './session-storage'
import { newSubmissionId } from './submission-id'

/**
 * Writes a draft that changes the kept booking. The booking page then opens its review. The server takes it for a change
 * because it names the submission id of the booking, which only this browser knows.
 */
export function startChange(): void {
  const { entries } = keptBooking() ?? {}
  if (!entries) return
  const replaces = String(entries.submissionId)
  const submissionId = newSubmissionId(replaces)
  writeDraft(
    'booking',
    JSON.stringify({ step: 4, entries: { ...entries, submissionId, replaces } }),
  )
}
