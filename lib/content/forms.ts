import type { CallbackKind, LeadKind } from '../site'

export const formCopy = {
  optional: 'optional',
  charactersLeft: (count: number) =>
    count === 1 ? '1 character left' : `${count} characters left`,
} as const

/** How agents see the forms (WebMCP): they fill a form in, a person submits it. */
export const formTools: Record<LeadKind, { name: string; text: string }> = {
  'see-ai-in-action': {
    name: 'request_ai_call',
    text: 'Ask for a call from the AI. The person sends the form.',
  },
  'call-our-ai': {
    name: 'request_ai_call_without_email',
    text: 'The same without an email address. The person sends the form.',
  },
  booking: {
    name: 'book_demo',
    text: 'Book a free demo for a plumbing business. The person sends the form.',
  },
}

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

export const callbackForm = {
  submit: 'Get a Call',
  sending: 'Sending...',
  close: 'Close',
} as const

export const callbackConfirmed = {
  /** Without JavaScript the message shows while it is the target of the address. */
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

const unableToSubmit = 'Unable to submit form. Please try again or contact support.'

/** As the specification's error catalogue words them. */
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
