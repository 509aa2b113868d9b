/* What the visitor is told after a try: title and text to the letter of the error catalogue. */

const unableToSubmit = 'Unable to submit form. Please try again or contact support.'

export const notices = {
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
