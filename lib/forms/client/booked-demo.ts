import { formatTimestamp } from '../../dates/pacific'
import { eventIdOf } from '../form-data'
import type { FieldName } from '../forms'
import { eventKey, readSession, startKey, writeSession } from './session-storage'

const nameKey = 'demoName'
const businessKey = 'demoBusiness'
const phoneKey = 'demoPhone'

/** What the thank-you page and its calendar file have of the booked demo. */
export const bookedDemo = {
  start: () => readSession(startKey),
  name: () => readSession(nameKey),
  business: () => readSession(businessKey),
  phone: () => readSession(phoneKey),
  event: () => readSession(eventKey),
}

export function saveBookedDemo(form: FormData): void {
  const entry = (name: FieldName<'booking'>) => String(form.get(name) ?? '')
  const [day, time] = [entry('preferredDate'), entry('preferredTime')]
  if (day && time) writeSession(startKey, formatTimestamp(day, time))
  writeSession(nameKey, entry('fullName'))
  writeSession(businessKey, entry('businessName'))
  writeSession(phoneKey, entry('phoneNumber'))
  writeSession(eventKey, eventIdOf(String(form.get('submissionId') ?? '')))
}
