export const formCopy = {
  optional: 'optional',
  charactersLeft: (count: number) =>
    count === 1 ? '1 character left' : `${count} characters left`,
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
