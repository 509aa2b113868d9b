import { formatTimestamp } from '../../dates/pacific'
import type { FieldName } from '../forms'
import { readSession, startKey, submissionKey, writeSession } from './session-storage'

const nameKey = 'demoName'
const businessKey = 'demoBusiness'
const phoneKey = 'demoPhone'

/** What the thank-you page and its calendar file have of the booked demo. */
export const bookedDemo = {
  start: () => readSession(startKey),
  name: () => readSession(nameKey),
  business: () => readSession(businessKey),
  phone: () => readSession(phoneKey),
  submissionId: () => readSession(submissionKey),
}

export function saveBookedDemo(form: FormData): void {
  const entry = (name: FieldName<'booking'> | 'submissionId') => String(form.get(name) ?? '')
  const day = entry('preferredDate')
  const time = entry('preferredTime')
  if (day && time) writeSession(startKey, formatTimestamp(day, time))
  writeSession(nameKey, entry('fullName'))
  writeSession(businessKey, entry('businessName'))
  writeSession(phoneKey, entry('phoneNumber'))
  writeSession(submissionKey, entry('submissionId'))
}
