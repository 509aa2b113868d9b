import { zone } from '../dates/zone'
import { lastStep } from '../forms/booking-form'
import { callbackTime, demoMinutes } from './demo'

export const bookingPage = {
  title: 'Book your free demo',
  intro: (length: string) =>
    `Four short steps. The demo takes ${length} and is built around your business.`,
  secure: 'Your information is secure.',
  whatHappensNext: {
    title: 'What Happens Next?',
    items: [
      'Instant email confirmation',
      `Callback within ${callbackTime}`,
      `${demoMinutes.least}-${demoMinutes.most} minute demo with ROI projections`,
    ],
  },
} as const

export const wizard = {
  steps: [
    { label: 'Contact', title: 'Who are we calling?' },
    { label: 'Business', title: 'Tell us about your business' },
    { label: 'Schedule', title: 'When works for you?' },
    { label: 'Review', title: 'Review & Submit' },
  ],
  progress: (step: number) => `Step ${step} of ${lastStep}`,
  timezone: `${zone.words} (${zone.clocks})`,
  previous: 'Previous',
  next: 'Next Step',
  optional: 'Optional: helps us prepare your demo',
  missing: (names: string) => `Still needed: ${names}.`,
  /** Before the names of invalid fields. */
  toChange: (count: number) => `${count === 1 ? '1 entry' : `${count} entries`} to change:`,
  submit: 'Book My Free Demo',
  /** Instead, in a form that changes a booked demo. */
  change: 'Change My Demo',
  sending: 'Booking Demo...',
  /** How agents see the form (WebMCP): they fill it in, a person submits it. */
  tool: {
    name: 'book_demo',
    text: 'Book a free demo. The person sends the form.',
  },
} as const
