import { toastMessages } from './forms'

/** What a visitor without scripts sees after submitting twice within two seconds. A reload sends the form again. */
export const waitPage = {
  ...toastMessages.tooFast,
  advice: 'Then reload this page to send your form again, or go back to change it.',
} as const

/** What a visitor without scripts sees after submitting a page from before an update that changed the action key. */
export const outdatedPage = {
  title: 'Please send your form again',
  text: 'We updated this site while you were on it. Your form was not sent yet. Here is what you entered.',
  send: 'Send again',
  advice: 'If that does not work, open the form again and copy your entries into it.',
  openForm: 'Open the form again',
  /** One sentence, for the log of a proxy and for programs. */
  summary: toastMessages.outdated.text,
} as const
