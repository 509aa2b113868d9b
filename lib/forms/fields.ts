import { serviceNames } from '@/lib/content/service-names'
import { pacific } from '@/lib/pacific'
import type { LeadKind } from '@/lib/site'

/**
 * The fields of the three forms. Inputs, steps, review, validation, FormData parsing, webhook payload, llms.txt and
 * WebMCP descriptions are all derived from this table, so a new field takes one entry here.
 */

export type FieldType =
  | 'name'
  | 'phone'
  | 'business'
  | 'email'
  | 'text'
  | 'url'
  | 'date'
  | 'time'
  | 'choices'
  /** A constant: shown in the form and sent, but never posted. */
  | 'fixed'

export type FieldSpec = {
  type: FieldType
  label: string
  /** For agents (WebMCP, llms.txt), where the hint does not say it. See `descriptionOf`. */
  description?: string
  /** The field's name by default. Fields with the same key are joined by commas; null is never sent. */
  payloadKey?: string | null
  required?: true
  maxLength?: number
  multiline?: true
  hint?: string
  placeholder?: string
  options?: readonly { value: string; label: string }[]
  /** What a `fixed` field sends. */
  value?: string
  /** The step of the booking wizard that shows the field. */
  step?: 1 | 2 | 3 | 4
  /** The last step lists the field. Of all others, it lists those with an error. */
  reviewed?: true
}

export const limits = {
  name: 100,
  phone: 20,
  business: 100,
  email: 254,
  description: 1000,
  notes: 2000,
  text: 500,
  attribution: 300,
} as const

export const resubmitDelayMs = 2000

/** Visitors do not see it and browsers do not fill it in, so only bots do. */
export const honeypotField = 'reference_note'

export const challengeOptions = [
  'Missed calls after hours',
  'Booking appointments manually',
  'Following up with leads',
  'Generating qualified leads',
  'Managing customer inquiries',
  'Automating routine tasks',
  'Increasing online reviews',
  'Manage referrals',
] as const

export const preferredTimes = [
  '12:00 PM',
  '12:30 PM',
  '1:00 PM',
  '1:30 PM',
  '2:00 PM',
  '2:30 PM',
  '3:00 PM',
] as const

const name = {
  type: 'name',
  label: 'Full Name',
  description: 'Who we ask for',
  maxLength: limits.name,
  required: true,
} as const

const phone = {
  type: 'phone',
  label: 'Phone Number',
  description: '10 to 15 characters besides spaces, such as 509-555-0147',
  maxLength: limits.phone,
  required: true,
} as const

const email = {
  type: 'email',
  label: 'Email Address',
  description: 'Such as ana@ruizplumbing.com',
  maxLength: limits.email,
  required: true,
} as const

const business = {
  type: 'business',
  label: 'Business Name',
  description: 'Company name',
  maxLength: limits.business,
  required: true,
} as const

const callbackFields = {
  name: { ...name, payloadKey: 'Name' },
  phone: { ...phone, payloadKey: 'Phone' },
  email: { ...email, payloadKey: 'Email' },
  businessName: { ...business, payloadKey: 'Company' },
} as const

const { email: _, ...callbackFieldsWithoutEmail } = callbackFields

/** In the order of the webhook payload. */
export const forms = {
  'see-ai-in-action': callbackFields,
  'call-our-ai': callbackFieldsWithoutEmail,
  booking: {
    fullName: { ...name, step: 1, reviewed: true },
    businessName: { ...business, step: 2, reviewed: true },
    email: { ...email, step: 1, reviewed: true },
    phoneNumber: { ...phone, step: 1, reviewed: true },
    businessDescription: {
      type: 'text',
      label: 'Business Description',
      hint: 'What you do, where you work, how big your crew is.',
      maxLength: limits.description,
      multiline: true,
      required: true,
      step: 2,
    },
    website: {
      type: 'url',
      label: 'Website',
      hint: 'For example https://ruizplumbing.com',
      maxLength: limits.text,
      step: 2,
    },
    challenges: {
      type: 'choices',
      label: 'Current Business Challenges',
      description: 'What costs the business jobs or time',
      options: challengeOptions.map((option) => ({ value: option, label: option })),
      step: 2,
    },
    customChallenge: {
      type: 'text',
      label: 'Other challenges',
      placeholder: 'Other challenges...',
      description: 'A challenge that the list lacks',
      payloadKey: 'challenges',
      maxLength: limits.text,
      step: 2,
    },
    currentTools: {
      type: 'text',
      label: 'Current Tools & Software',
      hint: 'Scheduling, invoicing, phones: whatever you use today.',
      payloadKey: null,
      maxLength: limits.text,
      step: 2,
    },
    /** Filled in by links with `?services=`. */
    interestedServices: {
      type: 'choices',
      label: 'Interested Services',
      options: Object.entries(serviceNames).map(([slug, name]) => ({ value: slug, label: name })),
    },
    preferredDate: {
      type: 'date',
      label: 'Preferred Date',
      description: 'Tomorrow or later, in Pacific Time',
      required: true,
      step: 3,
      reviewed: true,
    },
    preferredTime: {
      type: 'time',
      label: 'Preferred Time',
      description: 'When the demo starts, in Pacific Time',
      options: preferredTimes.map((time) => ({ value: time, label: time })),
      required: true,
      step: 3,
      reviewed: true,
    },
    timezone: {
      type: 'fixed',
      label: 'Timezone',
      value: pacific,
      step: 3,
    },
    additionalNotes: {
      type: 'text',
      label: 'Additional Notes',
      description: 'What we should know before the demo',
      maxLength: limits.notes,
      multiline: true,
      step: 4,
    },
  },
} as const satisfies Record<LeadKind, Record<string, FieldSpec>>

type Forms = typeof forms
type TypeOf<Field> = Field extends { type: infer Type } ? Type : never

/** A field of one of these forms, with its name and its type as the table has them. */
export type NamedField<Kind extends LeadKind = LeadKind> = {
  [K in Kind]: {
    [Name in keyof Forms[K]]: FieldSpec & {
      name: Name
      type: TypeOf<Forms[K][Name]>
      payloadKey: string | null
    }
  }[keyof Forms[K]]
}[Kind]

export type FieldName<Kind extends LeadKind = LeadKind> = {
  [K in Kind]: keyof Forms[K] & string
}[Kind]

/** In table order. */
export function fieldsOf<Kind extends LeadKind>(kind: Kind): NamedField<Kind>[] {
  const fields = Object.entries<FieldSpec>(forms[kind])
  // The type of Object.entries has no names.
  return fields.map(([name, field]) => ({ name, payloadKey: name, ...field })) as NamedField<Kind>[]
}

export function fieldOf<Kind extends LeadKind>(kind: Kind, name: FieldName<Kind>): FieldSpec {
  const fields: Record<string, FieldSpec | undefined> = forms[kind]
  const field = fields[name]
  if (!field) throw new Error(`No field ${name} in ${kind}`)
  return field
}

/** In the order of the page: by step, then in table order. */
export function fieldsByStep<Kind extends LeadKind>(kind: Kind): NamedField<Kind>[] {
  return fieldsOf(kind).sort((a, b) => (a.step ?? 0) - (b.step ?? 0))
}

/** What agents read about a field. They are not offered fields without a description. */
export function descriptionOf({ description, hint }: FieldSpec): string | undefined {
  return description ?? hint
}
