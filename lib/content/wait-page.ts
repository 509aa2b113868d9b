import { toastMessages } from './forms'

/** What a visitor without scripts sees after submitting twice within two seconds. A reload sends the form again. */
export const waitPage = {
  ...toastMessages.tooFast,
  advice: 'Then reload this page to send your form again, or go back to change it.',
} as const
