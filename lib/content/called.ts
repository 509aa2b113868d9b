/** The page of the address that each lead has. A receiver can put it into its mail to the owner. */
export const calledWords = {
  title: 'Was this lead called?',
  button: 'Yes, I called',
  recorded: 'The call is recorded.',
  unknown: 'No lead has this id. It was changed, deleted, or sent as a test.',
  failed: 'The call could not be recorded. Please try again in a minute.',
} as const
