import { formatTimestamp } from '../pacific'
import { session } from './session-storage'

const startKey = 'demoStartTime'
const nameKey = 'demoName'
const businessKey = 'demoBusiness'

/** What the thank-you page shows of the booked demo. */
export const bookedDemo = {
  start: (): string | null => session.read(startKey),
  name: (): string | null => session.read(nameKey),
  business: (): string | null => session.read(businessKey),
}

export function saveBookedDemo(form: FormData): void {
  const entry = (name: string) => String(form.get(name) ?? '')
  const [day, time] = [entry('preferredDate'), entry('preferredTime')]
  if (day && time) session.write(startKey, formatTimestamp(day, time))
  session.write(nameKey, entry('fullName'))
  session.write(businessKey, entry('businessName'))
}
