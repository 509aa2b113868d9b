import { zone } from '../dates/zone'

/** On a later visit to the booking page, and after Back. */
export const bookedNotice = {
  title: 'A demo is booked',
  when: (day: string, time: string) => `${day} at ${time} ${zone.words}`,
  change: 'Change it',
  another: 'Book another demo',
  /** Above the form that changes it. */
  changes: (when: string) => `This changes your demo on ${when}.`,
  /** On the day of the demo. How to reach support follows. */
  dayPassed:
    'That day can no longer be booked, so a change needs a later one. To keep it, tell us when we call.',
  keep: 'Keep it as it is',
} as const
