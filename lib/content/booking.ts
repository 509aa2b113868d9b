import { challengeOptions } from './challenges'
import { fieldLabels } from './fields'

/** The words of the booking form. They come to it from the page, which shows most of them anyway. */
export const booking = {
  steps: [
    { label: 'Contact', title: 'Who are we calling?' },
    { label: 'Business', title: 'What do you run?' },
    { label: 'Schedule', title: 'When suits you?' },
    { label: 'Review', title: 'Review & Submit' },
  ],
  secure: 'Your information is secure. It goes straight to our team.',
  hints: {
    businessDescription: 'Your trade, your area, your crew. Two sentences are plenty.',
    website: 'For example https://ruizplumbing.com',
    currentTools: 'Scheduling, invoicing, phones: whatever you use today.',
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
