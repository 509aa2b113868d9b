import { parseAttribution } from './attribution'
import { type FieldType, fieldsOf, honeypotField, maxLengths } from './fields'
import type { FieldName, Form, LeadKind, NamedField } from './forms'

/** The values of these forms by field name: text, or a list for a field of choices. */
export type FormValues<Kind extends LeadKind = LeadKind> = {
  [Field in NamedField<Kind> as Field['name']]?: ValueOf<Field['type']>
}

type ValueOf<Type extends FieldType> = Type extends 'fixed'
  ? undefined
  : Type extends 'choices'
    ? string[]
    : string

/**
 * What a page keeps and gets back of a form: its values, the id by which a repeated submission is recognized, and that of
 * its first version.
 */
export type FormEntries = FormValues & { submissionId?: string; thread?: string }

export type FieldMessages = { [Name in FieldName]?: string }

/** `Object.entries` with the type of the names. */
export function entriesOf<Values extends object>(values: Values) {
  return Object.entries(values) as [keyof Values, NonNullable<Values[keyof Values]>][]
}

/** Reads the fields of the form and nothing else: a file counts as empty, unknown names are ignored. */
export function parseFormValues(form: Form, posted: unknown): FormValues {
  const values: FormValues = {}
  const data = posted instanceof FormData ? posted : new FormData()
  for (const field of fieldsOf(form)) {
    const { name, maxLength = maxLengths.text } = field
    // Longer values are invalid anyway, and normalizing them would take long.
    const texts = strings(data, name).map((value) => value.slice(0, maxLength * 4))
    if (field.type === 'choices') values[field.name] = [...new Set(texts)]
    else if (field.type !== 'fixed') values[field.name] = texts[0] ?? ''
  }
  return values
}

/** The same for values from elsewhere, such as a stored draft: every field, each with a value of its type. */
export function toFormValues(form: Form, values: object): FormValues {
  const data = new FormData()
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat()) if (typeof each === 'string') data.append(name, each)
  return parseFormValues(form, data)
}

function strings(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === 'string')
}

/** What a form posts besides its fields. */
export function parseSubmissionMeta(posted: unknown) {
  if (!(posted instanceof FormData)) return {}
  return {
    submissionId: uuidIn(posted, 'submissionId'),
    thread: uuidIn(posted, 'thread'),
    filledHoneypot: strings(posted, honeypotField).some((value) => value !== ''),
    /** The name of the consent text that the page showed. */
    consent: strings(posted, 'consent')[0],
    attribution: parseAttribution(strings(posted, 'attribution')[0]),
  }
}

function uuidIn(data: FormData, name: string): string | undefined {
  const id = strings(data, name)[0]?.toLowerCase()
  return id && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined
}

/** Those of the values that the field offers. */
export function knownOptions(spec: Form, name: keyof FormEntries, values: string[]): string[] {
  const options = fieldsOf(spec).find((field) => field.name === name)?.options ?? []
  return options.map(({ value }) => value).filter((value) => values.includes(value))
}
