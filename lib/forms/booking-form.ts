import { serviceNames } from '@/lib/content/service-names'
import { bookableAhead } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { business, email, type FormSpec, maxLengths, name, phone } from './fields'

export const challengeOptions = [
  'Missed calls after hours',
  'Booking appointments manually',
  'Following up with leads',
  'Generating qualified leads',
  'Managing customer inquiries',
  'Automating routine tasks',
  'Increasing online reviews',
  'Manage referrals',
] as const

export const preferredTimes = [
  '12:00 PM',
  '12:30 PM',
  '1:00 PM',
  '1:30 PM',
  '2:00 PM',
  '2:30 PM',
  '3:00 PM',
] as const

/** The review. */
export const lastStep = 4

const exceptClosedDays = process.env.CLOSED_DAYS ? `, except ${process.env.CLOSED_DAYS}` : ''

export const bookingForm = {
  kind: 'booking',
  action: 'bookDemo',
  page: '/book-demo',
  confirmation: '/thank-you',
  webhook: 'booking',
  fields: {
    fullName: { ...name, step: 1, ticket: true },
    businessName: { ...business, step: 2, ticket: true },
    email: { ...email, step: 1, reviewed: true },
    phoneNumber: { ...phone, step: 1, ticket: true },
    businessDescription: {
      type: 'text',
      label: 'Business Description',
      hint: 'What you do, where you work, how big your crew is.',
      maxLength: maxLengths.description,
      multiline: true,
      required: true,
      step: 2,
    },
    website: {
      type: 'url',
      label: 'Website',
      hint: 'An address, such as https://ruizplumbing.com.',
      format: 'An http or https address.',
      maxLength: maxLengths.text,
      step: 2,
    },
    challenges: {
      type: 'choices',
      label: 'Current Business Challenges',
      description: 'What costs the business jobs or time',
      options: challengeOptions.map((option) => ({ value: option, label: option })),
      step: 2,
    },
    customChallenge: {
      type: 'text',
      label: 'Other challenges',
      placeholder: 'Other challenges...',
      description: 'A challenge that the list lacks',
      payloadKey: 'challenges',
      maxLength: maxLengths.text,
      step: 2,
    },
    currentTools: {
      type: 'text',
      label: 'Current Tools & Software',
      hint: 'Scheduling, invoicing, phones: whatever you use today.',
      payloadKey: null,
      maxLength: maxLengths.text,
      step: 2,
    },
    /** Filled in by links with `?services=`. */
    interestedServices: {
      type: 'choices',
      label: 'Interested Services',
      options: Object.entries(serviceNames).map(([slug, name]) => ({ value: slug, label: name })),
    },
    preferredDate: {
      type: 'date',
      label: 'Preferred Date',
      description: `YYYY-MM-DD, after today, up to ${bookableAhead.words} from now, in ${zone.words}${exceptClosedDays}`,
      required: true,
      step: 3,
      ticket: true,
    },
    preferredTime: {
      type: 'select',
      label: 'Preferred Time',
      placeholder: 'Pick a time',
      description: `When the demo starts, in ${zone.words}`,
      options: preferredTimes.map((time) => ({ value: time, label: time })),
      required: true,
      step: 3,
      ticket: true,
    },
    timezone: {
      type: 'fixed',
      label: 'Timezone',
      value: zone.id,
      step: 3,
    },
    additionalNotes: {
      type: 'text',
      label: 'Additional Notes',
      description: 'What we should know before the demo',
      maxLength: maxLengths.notes,
      multiline: true,
      step: lastStep,
    },
  },
} as const satisfies FormSpec
