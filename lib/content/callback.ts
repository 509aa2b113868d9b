import type { CallbackKind } from '../forms/callback-forms'

type DialogWords = {
  /** Of the button that opens it. */
  button: string
  title: string
  text: string
  submit: string
  /** Once the form was sent. */
  success: string
  /** How agents see the form (WebMCP): they fill it in, a person submits it. */
  tool: { name: string; text: string }
}

/** A dialog that the table of forms has and that is missing here is an error of types. */
export const dialogs: Record<CallbackKind, DialogWords> = {
  'see-ai-in-action': {
    button: 'See Live AI in Action',
    title: 'See AI in Action',
    text: 'Leave your number and our AI will call you. Talk to it the way a customer would.',
    submit: 'Get a Call',
    success: "We'll call you shortly to demonstrate our AI in action.",
    tool: {
      name: 'request_ai_call',
      text: 'Ask for a call from the AI. The person sends the form.',
    },
  },
  'call-our-ai': {
    button: 'Call Our AI',
    title: 'Call Our AI',
    text: 'Tell us where to reach you and our AI will call you.',
    submit: 'Get a Call',
    success: "We'll call you shortly to demonstrate our AI in action.",
    tool: {
      name: 'request_ai_call_without_email',
      text: 'The same without an email address. The person sends the form.',
    },
  },
}

export const callbackForm = {
  sending: 'Sending...',
  close: 'Close',
} as const

/** The number follows. */
export const demoPhoneText = 'Or call it now:'

export const callbackConfirmed = {
  title: 'Success!',
  /** Without scripts: the address does not have the number. */
  unknownNumber: 'The number that you gave',
  /** From which number we call follows. */
  details: 'If the number is wrong, send the form again.',
  stamp: 'Received',
  close: 'Close',
} as const
