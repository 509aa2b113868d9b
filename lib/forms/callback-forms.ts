import type { CallbackKind } from '@/lib/site'
import { business, email, type FormSpec, name, phone } from './fields'

const fields = {
  name: { ...name, payloadKey: 'Name' },
  phone: { ...phone, payloadKey: 'Phone' },
  email: { ...email, payloadKey: 'Email' },
  businessName: { ...business, payloadKey: 'Company' },
} as const

const { email: _, ...fieldsWithoutEmail } = fields

export const callbackForms = {
  'see-ai-in-action': { kind: 'see-ai-in-action', fields },
  'call-our-ai': { kind: 'call-our-ai', fields: fieldsWithoutEmail },
} as const satisfies Record<CallbackKind, FormSpec>
