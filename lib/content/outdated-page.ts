/** What a visitor without scripts sees after submitting a page from before an update that changed the action key. */
export const outdatedPage = {
  title: 'Please send your form again',
  text: 'We updated this site while you were on it. Your form was not sent yet. Here is what you entered.',
  send: 'Send again',
  advice: 'If that does not work, open the form again and copy your entries into it.',
  openForm: 'Open the form again',
} as const
