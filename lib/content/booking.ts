import { challengeOptions } from './challenges'
import { fieldLabels, fieldTakes } from './fields'

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
  optional: 'optional',
  previous: 'Previous',
  next: 'Next Step',
  submit: 'Book My Free Demo',
  sending: 'Booking Demo...',
  labels: fieldLabels,
  challengeOptions,
} as const
