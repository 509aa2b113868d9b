import { readBookedDemo } from './booked-demo'
import { writeDraft } from './session-storage'
import { newSubmissionId } from './submission-id'

/**
 * Writes a draft that changes the booked demo. The booking page then opens its review. The server takes it for a change
 * because it names its submission id, which only this browser knows.
 */
export function startChange(): void {
  const { entries } = readBookedDemo() ?? {}
  if (!entries) return
  const replaces = String(entries.submissionId)
  const submissionId = newSubmissionId(replaces)
  writeDraft(
    'booking',
    JSON.stringify({ step: 4, entries: { ...entries, submissionId, replaces } }),
  )
}
