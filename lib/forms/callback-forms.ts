import { business, email, type FormSpec, name, phone } from './fields'

const fields = {
  name: { ...name, payloadKey: 'Name', ticket: true },
  phone: { ...phone, payloadKey: 'Phone', ticket: true },
  email: { ...email, payloadKey: 'Email' },
  businessName: { ...business, payloadKey: 'Company', ticket: true },
} as const

const { email: _, ...fieldsWithoutEmail } = fields

const callback = {
  action: 'requestCallback',
  page: '/',
  webhook: 'callback',
} as const

/** The forms of the landing page, each in a dialog. lib/content/callback.ts has their words. */
export const callbackForms = {
  'see-ai-in-action': {
    ...callback,
    kind: 'see-ai-in-action',
    confirmation: '/#see-ai-in-action-sent',
    source: 'See AI in Action',
    fields,
  },
  'call-our-ai': {
    ...callback,
    kind: 'call-our-ai',
    confirmation: '/#call-our-ai-sent',
    source: 'Call Our AI',
    fields: fieldsWithoutEmail,
  },
} as const satisfies Record<string, FormSpec>

export type CallbackKind = keyof typeof callbackForms
// The type of Object.keys has no names.
export const callbackKinds = Object.keys(callbackForms) as CallbackKind[]
