import { formatTimestamp } from '../pacific'
import { readSession, startKey, writeSession } from './session-storage'

const nameKey = 'demoName'
const businessKey = 'demoBusiness'

/** What the thank-you page shows of the booked demo. */
export const bookedDemo = {
  start: (): string | null => readSession(startKey),
  name: (): string | null => readSession(nameKey),
  business: (): string | null => readSession(businessKey),
}

export function saveBookedDemo(form: FormData): void {
  const entry = (name: string) => String(form.get(name) ?? '')
  const [day, time] = [entry('preferredDate'), entry('preferredTime')]
  if (day && time) writeSession(startKey, formatTimestamp(day, time))
  writeSession(nameKey, entry('fullName'))
  writeSession(businessKey, entry('businessName'))
}
