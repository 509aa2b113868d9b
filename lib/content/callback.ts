import type { CallbackKind } from '../site'

/* Callback dialogs. Without JavaScript the confirmation is an anchor that shows once it is the target. */

export const dialogs: Record<CallbackKind, { title: string; text: string }> = {
  'see-ai-in-action': {
    title: 'See AI in Action',
    text: 'Leave your number and our AI calls you. Talk to it like a customer would.',
  },
  'call-our-ai': {
    title: 'Call Our AI',
    text: 'Tell us where to reach you and our AI gives you a ring.',
  },
}

export const callbackForm = {
  submit: 'Get a Call',
  sending: 'Sending...',
  close: 'Close',
} as const

export const callbackConfirmed = { id: 'callback-requested', close: 'Close' } as const
