import { demoLength } from './demo'

export const bookingPage = {
  title: 'Book your free demo',
  intro: `Four short steps. The demo takes ${demoLength} and is built around your business.`,
  secure: 'Your information is secure. We use it only to contact you about your demo.',
  whatHappensNext: {
    title: 'What Happens Next?',
    items: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
  },
} as const

/** On a later visit to the booking page, and after Back. */
export const keptDemo = {
  title: 'A demo is booked',
  when: (day: string, time: string) => `${day} at ${time} Pacific Time`,
  change: 'Change it',
  another: 'Book another demo',
  /** Above the form that changes it. */
  changes: (when: string) => `This changes your demo on ${when}.`,
  /** On the day of the demo. How to reach support follows. */
  dayPassed:
    'That day can no longer be booked, so a change needs a later one. To keep it, tell us when we call.',
  keep: 'Keep it as it is',
} as const

export const wizard = {
  steps: [
    { label: 'Contact', title: 'Who are we calling?' },
    { label: 'Business', title: 'Tell us about your business' },
    { label: 'Schedule', title: 'When works for you?' },
    { label: 'Review', title: 'Review & Submit' },
  ],
  progress: (step: number) => `Step ${step} of 4`,
  timezone: 'Pacific Time (PST/PDT)',
  previous: 'Previous',
  next: 'Next Step',
  /** Of the fields of step 2 that can stay empty. */
  optional: 'Optional: helps us prepare your demo',
  missing: (labels: string[]) => `Still needed: ${labels.join(', ')}`,
  submit: 'Book My Free Demo',
  sending: 'Booking Demo...',
  /** How agents see the form (WebMCP): they fill it in, a person submits it. */
  tool: {
    name: 'book_demo',
    text: 'Book a free demo. The person sends the form.',
  },
} as const
