import { challengeOptions, fieldDescriptions, fieldLabels } from './forms'

/** What the booking page says around its form; none of it travels with the form's scripts. */
export const bookingPage = {
  title: 'Book your free demo',
  lead: 'Four short steps. The demo takes 15-30 minutes and is made for your business.',
  metaTitle: 'Book a free demo',
  metaDescription:
    'Free 15-minute consultation: see how AI call handling answers, books and follows up for your plumbing business.',
  whatHappensNext: {
    title: 'What Happens Next?',
    items: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
  },
} as const

const hints = {
  businessDescription: 'Your trade, your area, your crew. Two sentences are plenty.',
  website: 'For example https://ruizplumbing.com',
  currentTools: 'Scheduling, invoicing, phones: whatever you use today.',
} as const

/** The words of the booking form. They come to it from the page, which shows most of them anyway. */
export const booking = {
  steps: [
    { label: 'Contact', title: 'Who are we calling?' },
    { label: 'Business', title: 'What do you run?' },
    { label: 'Schedule', title: 'When suits you?' },
    { label: 'Review', title: 'Review & Submit' },
  ],
  secure: 'Your information is secure. It goes straight to our team.',
  hints,
  tool: {
    name: 'book_demo',
    text: 'Book a free demo for a plumbing business. The person sends the form.',
  },
  /** What goes into each field, for those who do not see the page. */
  takes: {
    fullName: fieldDescriptions.name,
    email: fieldDescriptions.email,
    phoneNumber: fieldDescriptions.phone,
    businessName: fieldDescriptions.businessName,
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
  optional: 'optional',
  previous: 'Previous',
  next: 'Next Step',
  submit: 'Book My Free Demo',
  sending: 'Booking Demo...',
  labels: fieldLabels,
  challengeOptions,
} as const

/** Words that follow what a visitor does. */
export const bookingLive = {
  step: (step: number) => `Step ${step} of 4`,
  left: (characters: number) =>
    characters === 1 ? '1 character left' : `${characters} characters left`,
} as const

/** What stands on the ticket beside the form, and on the review that it becomes. */
export const demoTicket = {
  title: 'Demo ticket',
  waiting: 'Fills in as you type',
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
  elsewhere: (there: string) => `Where you are, that is ${there}.`,
  review: 'Your demo',
  empty: 'Not given',
  change: 'Change',
} as const

/** The stamped ticket of the thank-you page. */
export const bookedTicket = {
  title: 'Demo ticket',
  stamp: 'Booked',
  rows: {
    fullName: 'For',
    businessName: 'Business',
    day: 'Day',
    time: 'Time',
    elsewhere: 'Your clock',
    length: 'Length',
    cost: 'Cost',
  },
  unknownDay: 'As you picked it',
  unknownTime: 'We confirm it by phone',
  unknown: 'This page has forgotten your day and time. We have not: we call to confirm them.',
  pacificTime: (time: string) => `${time} Pacific Time`,
  length: '15-30 minutes',
  cost: 'Free',
} as const

export const calendarEvent = {
  title: 'AI Demo Call - Plumbing Business Automation',
  details: 'Personalized demo call to discuss AI automation for your plumbing business',
  minutes: 30,
} as const

export const calendarWords = { today: 'Today', selected: 'selected' } as const

export const thankYou = {
  metaTitle: 'Demo booked',
  title: 'Demo Booked Successfully!',
  text: 'We’ll contact you within 2 hours to confirm.',
  google: 'Add to Google Calendar',
  ics: 'Download for other calendars (.ics)',
  home: 'Back to Home',
  nextTitle: 'Next steps',
  next: [
    {
      title: 'Confirmation call',
      text: 'Within 2 hours. We check the time and what you want to see.',
    },
    { title: 'Personalized demo', text: '15-30 minutes with your calls, your prices, your area.' },
    { title: 'Custom solution', text: 'A setup and ROI projections made for your business.' },
  ],
} as const
