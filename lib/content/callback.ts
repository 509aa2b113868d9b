import type { CallbackKind } from '../site'

export const dialogs: Record<CallbackKind, { title: string; text: string }> = {
  'see-ai-in-action': {
    title: 'See AI in Action',
    text: 'Leave your number and our AI will call you. Talk to it the way a customer would.',
  },
  'call-our-ai': {
    title: 'Call Our AI',
    text: 'Tell us where to reach you and our AI will call you.',
  },
}

/** How agents see the forms (WebMCP): they fill a form in, a person submits it. */
export const callbackTools: Record<CallbackKind, { name: string; text: string }> = {
  'see-ai-in-action': {
    name: 'request_ai_call',
    text: 'Ask for a call from the AI. The person sends the form.',
  },
  'call-our-ai': {
    name: 'request_ai_call_without_email',
    text: 'The same without an email address. The person sends the form.',
  },
}

export const callbackForm = {
  submit: 'Get a Call',
  sending: 'Sending...',
  close: 'Close',
} as const

export const callbackConfirmed = {
  /** Without JavaScript the message shows while it is the target of the address. */
  id: 'callback-requested',
  title: 'Success!',
  text: "We'll call you shortly to demonstrate our AI in action.",
  close: 'Close',
} as const
