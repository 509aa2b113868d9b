import { fieldTakes } from './fields'

const hints = {
  businessDescription: 'Your trade, your area, your crew. Two sentences are plenty.',
  website: 'For example https://ruizplumbing.com',
  currentTools: 'Scheduling, invoicing, phones: whatever you use today.',
} as const

export const booking = {
  title: 'Book your free demo',
  lead: 'Four short steps. The demo takes 15-30 minutes and is made for your business.',
  metaTitle: 'Book a free demo',
  metaDescription:
    'Free 15-minute consultation: see how AI call handling answers, books and follows up for your plumbing business.',
  steps: [
    { label: 'Contact', title: 'Who are we calling?' },
    { label: 'Business', title: 'What do you run?' },
    { label: 'Schedule', title: 'When suits you?' },
    { label: 'Review', title: 'Review & Submit' },
  ],
  progress: (step: number, label: string) => `Step ${step} of 4: ${label}`,
  secure: 'Your information is secure. It goes straight to our team.',
  hints,
  tool: {
    name: 'book_demo',
    text: 'Book a free demo for a plumbing business. The person goes through the steps and sends it.',
  },
  /** What goes into each field, for those who do not see the page. */
  takes: {
    fullName: fieldTakes.name,
    email: fieldTakes.email,
    phoneNumber: fieldTakes.phone,
    businessName: fieldTakes.businessName,
    ...hints,
    challenges: 'What costs the business jobs or time',
    customChallenge: 'A challenge that the list lacks',
    preferredDate: 'Tomorrow or later, in Pacific Time',
    preferredTime: 'When the demo starts, in Pacific Time',
    additionalNotes: 'What we should know before the demo',
  },
  customPlaceholder: 'Other challenges...',
  pickDate: 'Pick a date',
  pickTime: 'Pick a time',
  timezone: 'Pacific Time (PST/PDT)',
  elsewhere: (there: string) => `Where you are, that is ${there}.`,
  optional: 'optional',
  left: (characters: number) =>
    characters === 1 ? '1 character left' : `${characters} characters left`,
  empty: 'Not given',
  change: 'Change',
  summary: 'Your demo',
  ticket: {
    title: 'Demo ticket',
    waiting: 'Fills in as you type',
    ready: 'Ready to book',
    rows: {
      fullName: 'For',
      businessName: 'Business',
      phoneNumber: 'We call',
      preferredDate: 'Day',
      preferredTime: 'Time',
      elsewhere: 'Your clock',
      cost: 'Cost',
    },
    cost: 'Free',
    pacific: (time: string) => `${time} Pacific`,
  },
  stepsLeft: (step: number) => `Step ${step} of 4`,
  previous: 'Previous',
  next: 'Next Step',
  submit: 'Book My Free Demo',
  sending: 'Booking Demo...',
  whatHappensNext: {
    title: 'What Happens Next?',
    items: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
  },
} as const

export const calendarWords = { today: 'Today', selected: 'selected' } as const
