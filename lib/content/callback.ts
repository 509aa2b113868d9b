import type { CallbackKind } from '../forms/callback-forms'

/** A dialog that the table of forms has and that is missing here is an error of types. */
export const dialogs = {
  'see-ai-in-action': {
    button: 'See Live AI in Action',
    title: 'See AI in Action',
    text: 'Leave your number and our AI will call you. Talk to it the way a customer would.',
    /** How agents see the form (WebMCP): they fill it in, a person submits it. */
    tool: {
      name: 'request_ai_call',
      text: 'Ask for a call from the AI. The person sends the form.',
    },
  },
  'call-our-ai': {
    button: 'Call Our AI',
    title: 'Call Our AI',
    text: 'Tell us where to reach you and our AI will call you.',
    tool: {
      name: 'request_ai_call_without_email',
      text: 'Ask for a call from the AI, without an email address. The person sends the form.',
    },
  },
} as const satisfies Record<CallbackKind, unknown>

export const callbackForm = {
  submit: 'Get a Call',
  sending: 'Sending...',
  close: 'Close',
} as const

/** The number follows. */
export const demoPhoneText = 'Or call it now:'

export const callbackConfirmed = {
  title: 'Success!',
  text: "We'll call you shortly to demonstrate our AI in action.",
  /** Without scripts: the address does not have the number. */
  unknownNumber: 'The number that you gave',
  /** From which number we call follows. */
  details: 'If the number is wrong, send the form again.',
  stamp: 'Received',
} as const
