import type { Path } from '../pages.mjs'

/**
 * What a form and its fields are, and the fields that the forms share. Inputs, steps, review, validation, FormData
 * parsing, webhook payload, llms.txt and WebMCP descriptions are all derived from the tables of fields in
 * callback-forms.ts and booking-form.ts, so a new field takes one entry there.
 *
 * A page loads only the table of its own form: it passes the form around, and does not look it up by its kind.
 */

export type FieldType =
  | 'name'
  | 'phone'
  | 'business'
  | 'email'
  | 'text'
  | 'url'
  | 'date'
  | 'select'
  | 'choices'
  /** A constant: shown in the form and sent, but never posted. */
  | 'fixed'

/** The types whose value is one text. */
export type TextType = Exclude<FieldType, 'choices' | 'fixed'>

/** Those that a visitor types. `TextField` is their input. */
export type TypedType = Exclude<TextType, 'select'>

export type FieldSpec = {
  type: FieldType
  label: string
  /** Where the label is a question: what sentences and lists call the field. */
  short?: string
  /** For agents (WebMCP, llms.txt), where neither hint nor format says it. See `descriptionOf`. */
  description?: string
  /** The field's name by default. Fields with the same key are joined by commas; null is never sent. */
  payloadKey?: string | null
  required?: true
  maxLength?: number
  multiline?: true
  hint?: string
  /** What the field takes: for agents, and below an error for visitors. */
  format?: string
  /** Of a `select`: shown while nothing is chosen. */
  placeholder?: string
  options?: readonly { value: string; label: string }[]
  /** What a `fixed` field sends. */
  value?: string
  /** The step of the booking wizard that shows the field. */
  step?: number
  /** The tickets have a row of it, and the last step of the booking lists it. */
  ticket?: true
  /** Only the last step and the thank-you page list it. Of all others, the last step lists those with an error. */
  reviewed?: true
}

export const maxLengths = {
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

export const name = {
  type: 'name',
  label: 'Full Name',
  format: "Letters, spaces, and ' . - only.",
  maxLength: maxLengths.name,
  required: true,
} as const

export const phone = {
  type: 'phone',
  label: 'Phone Number',
  // First, where no line breaks in it.
  format: 'Such as 509-555-0147: 10 to 15 digits, spaces, and (\u00a0) + - only.',
  maxLength: maxLengths.phone,
  required: true,
} as const

export const email = {
  type: 'email',
  label: 'Email Address',
  format: 'Such as ana@ruiz.com, no quotes or brackets.',
  maxLength: maxLengths.email,
  required: true,
} as const

export const business = {
  type: 'business',
  label: 'Business Name',
  format: "Letters, digits, spaces, and & . , ' ( ) - only.",
  maxLength: maxLengths.business,
  required: true,
} as const

export type FormSpec = {
  /** Its name in the tables of forms. The journal and the log name leads by it. */
  kind: string
  /** The server action in app/actions.ts. */
  action: string
  page: Path
  /** Where a visitor without scripts sees that the form was accepted. */
  confirmation: string
  /** `callback` is set by the variable CALLBACK_WEBHOOK_URL. */
  webhook: string
  /** What the payload's `source` has after the name of the product. */
  source?: string
  /** In the order of the webhook payload. */
  fields: Record<string, FieldSpec>
}

type TypeOf<Field> = Field extends { type: infer Type } ? Type : never

/** A field of this form, with its name and its type as the table has them. */
export type FieldIn<Form extends FormSpec> = Form extends unknown
  ? {
      [Name in keyof Form['fields']]: FieldSpec & {
        name: Name
        type: TypeOf<Form['fields'][Name]>
        payloadKey: string | null
        short: string
      }
    }[keyof Form['fields']]
  : never

/** In table order. */
export function fieldsOf<Form extends FormSpec>({ fields }: Form): FieldIn<Form>[] {
  // The type of Object.entries has no names.
  return Object.entries(fields).map(([name, field]) => ({
    name,
    payloadKey: name,
    short: field.label,
    ...field,
  })) as FieldIn<Form>[]
}

export function fieldOf<Form extends FormSpec>(
  { kind, fields }: Form,
  name: FieldIn<Form>['name'],
): FieldSpec {
  const field = fields[String(name)]
  if (!field) throw new Error(`No field ${String(name)} in ${kind}`)
  return field
}

/** In the order of the page: by step, then in table order. */
export function fieldsByStep<Form extends FormSpec>(form: Form): FieldIn<Form>[] {
  return fieldsOf(form).sort((a, b) => (a.step ?? 0) - (b.step ?? 0))
}

/** What the page shows of a value: for a select, the label of the option. */
export function optionLabel({ options }: Pick<FieldSpec, 'options'>, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value
}

/** What agents read about a field. They are not offered fields without a description. */
export function descriptionOf({ description, format, hint }: FieldSpec): string | undefined {
  return description ?? format ?? hint
}
