import { zone } from '../dates/zone'
import { demoLength } from './demo'

/** Of fields, where a ticket has another label than the form. */
const labels = {
  name: 'For',
  fullName: 'For',
  businessName: 'Business',
  email: 'Email',
  phone: 'We’ll call',
  phoneNumber: 'We’ll call',
  preferredDate: 'Day',
  preferredTime: 'Time',
} as const

const ticket = {
  title: 'Demo ticket',
  labels,
  rows: {
    localTime: 'Your time',
    length: 'Length',
    services: 'About',
    cost: 'Cost',
  },
  cost: 'Free',
} as const

export function ticketLabel({ name, short }: { name: string; short: string }): string {
  const own: Record<string, string> = labels
  return own[name] ?? short
}

/** The ticket beside the form, and the review. */
export const demoTicket = {
  ...ticket,
  waiting: 'Fills in as you type',
  serviceCount: (count: number) => `${count} services`,
  timeInZone: (time: string) => `${time} ${zone.short}`,
  localTime: (time: string) => `That’s ${time} where you are.`,
  review: 'Your demo',
  empty: 'Not given',
  change: 'Change',
  remove: (service: string) => `Remove ${service}`,
} as const

/** The ticket of the thank-you page. */
export const bookedTicket = {
  ...ticket,
  stamp: 'Booked',
  /** Of a demo that was changed, with its start before. */
  changedStamp: 'Changed',
  before: 'Before',
  /** Where this browser does not know the demo. */
  unknown: {
    day: 'In your confirmation mail',
    time: 'In your confirmation mail',
    note: 'Haven’t booked yet?',
    link: 'Book a demo',
  },
  timeInZone: (time: string) => `${time} ${zone.words}`,
  length: demoLength,
} as const
