export const formCopy = {
  optional: 'optional',
  /** Below a required field that is empty. The message of the form names it. */
  fillIn: 'Please fill this in.',
  charactersLeft: (count: number) =>
    count === 1 ? '1 character left' : `${count} characters left`,
} as const

const unableToSubmit = {
  text: 'Unable to submit form. Please try again or contact support.',
  namesSupport: true,
}

/** As the specification's error catalogue words them. */
export const formMessages = {
  tooFast: { title: 'Please wait', text: 'Please wait a moment before submitting again.' },
  tooMany: (minutes: number) => ({
    title: 'Please wait',
    text: `Too many forms have come from your connection. Please try again in about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or contact support.`,
    namesSupport: true,
  }),
  invalid: 'Invalid input',
  callbackFailed: { title: 'Error', ...unableToSubmit },
  bookingFailed: { title: 'Something went wrong', ...unableToSubmit },
  unanswered:
    'No answer has arrived. Please check your connection and try again, or contact support.',
  online: {
    title: 'You are online again',
    text: 'Your entries are still here. Please send the form again.',
  },
  outdated: {
    title: 'Please reload',
    text: 'We updated this site while you were on it. Please reload the page and send the form again.',
  },
} as const

export const errorPageTitle = (title: string) => `Error: ${title}`
