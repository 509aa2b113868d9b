import type { CallbackKind } from '../site'

/* Fields by their labels, and what goes into those that every form has. */

export const fieldLabels = {
  name: 'Full Name',
  phone: 'Phone Number',
  email: 'Email Address',
  businessName: 'Business Name',
  fullName: 'Full Name',
  phoneNumber: 'Phone Number',
  businessDescription: 'Business Description',
  website: 'Website',
  challenges: 'Current Business Challenges',
  customChallenge: 'Other challenges',
  currentTools: 'Current Tools & Software',
  interestedServices: 'Interested Services',
  preferredDate: 'Preferred Date',
  preferredTime: 'Preferred Time',
  timezone: 'Timezone',
  additionalNotes: 'Additional Notes',
} as const

export const fieldDescriptions = {
  name: 'Whom we ask for',
  phone: '10 to 15 digits, such as 509-555-0147',
  email: 'Such as ana@ruizplumbing.com',
  businessName: 'Name of the company',
} as const

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

/* Callback dialogs. Without JavaScript the confirmation is an anchor that shows once it is the target. */

export const dialogs: Record<CallbackKind, { title: string; text: string }> = {
  'see-ai-in-action': {
    title: 'See AI in Action',
    text: 'Leave your number and our AI calls you. Talk to it like a customer would.',
  },
  'call-our-ai': {
    title: 'Call Our AI',
    text: 'Tell us where to reach you and our AI gives you a ring.',
  },
}

/** For agents that book on behalf of their owner: they fill a form in, a person sends it. */
export const callbackTools: Record<CallbackKind, { name: string; text: string }> = {
  'see-ai-in-action': {
    name: 'request_ai_call',
    text: 'Ask for a call from the AI. The person sends the form.',
  },
  'call-our-ai': {
    name: 'request_ai_call_without_email',
    text: 'The same without an email address. The person sends the form.',
  },
}

export const callbackForm = {
  submit: 'Get a Call',
  sending: 'Sending...',
  close: 'Close',
} as const

export const callbackConfirmed = {
  id: 'callback-requested',
  title: 'Success!',
  text: "We'll call you shortly to demonstrate our AI in action.",
  close: 'Close',
} as const

export const validationMessages = {
  name: 'Invalid name format',
  phone: 'Invalid phone number format',
  business: 'Invalid business name format',
  email: 'Invalid email format',
  website: 'Invalid website address: start it with https://',
  date: 'Preferred Date must be tomorrow or later, Pacific Time',
  time: 'Preferred Time must be one of the listed times',
  missing: (label: string) => `${label} is required`,
  tooLong: (label: string, max: number) => `${label} can have at most ${max} characters`,
  option: (label: string) => `${label} must be chosen from the list`,
} as const

/* What the visitor is told after a try: title and text to the letter of the error catalogue. */

const unableToSubmit = 'Unable to submit form. Please try again or contact support.'

export const toastMessages = {
  tooFast: { title: 'Please wait', text: 'Please wait a moment before submitting again.' },
  invalid: 'Invalid input',
  callbackFailed: { title: 'Error', text: unableToSubmit },
  bookingFailed: { title: 'Something went wrong', text: unableToSubmit },
  outdated: {
    title: 'Please reload',
    text: 'This site was updated while you were on it: please reload the page and send the form again.',
  },
  dismiss: 'Dismiss',
} as const

export const errorSummary = {
  title: 'There is a problem',
  pageTitle: (title: string) => `Error: ${title}`,
} as const
