import { demoStart } from '../demo-start'
import type { FieldName } from '../forms'
import { readSession, startKey, submissionKey, writeSession } from './session-storage'

const nameKey = 'demoName'
const businessKey = 'demoBusiness'
const phoneKey = 'demoPhone'

/** The address has the start after a native post, and where the browser stores nothing. */
function startInAddress(): string | undefined {
  return /^#(\d{8}T\d{6})$/.exec(location.hash)?.[1]
}

/** What is stored can be of an earlier demo than the address. */
const stored = (key: string) => () => (startInAddress() ? null : readSession(key))

/** What the thank-you page and its calendar file have of the booked demo. */
export const bookedDemo = {
  start: () => startInAddress() ?? readSession(startKey),
  name: stored(nameKey),
  business: stored(businessKey),
  phone: stored(phoneKey),
  submissionId: stored(submissionKey),
}

/** Returns the fragment that the address of the thank-you page needs. It has the start, and nothing about the person. */
export function saveBookedDemo(form: FormData): string {
  const entry = (name: FieldName<'booking'> | 'submissionId') => String(form.get(name) ?? '')
  const start = demoStart(form)
  if (start) writeSession(startKey, start)
  writeSession(nameKey, entry('fullName'))
  writeSession(businessKey, entry('businessName'))
  writeSession(phoneKey, entry('phoneNumber'))
  writeSession(submissionKey, entry('submissionId'))
  return start && readSession(startKey) !== start ? `#${start}` : ''
}
