import type { LeadKind } from '../site'

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
