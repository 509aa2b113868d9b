import { z } from 'zod'
import { validationMessages } from '@/lib/content/validation'
import { formatLongDate, isBookable } from '@/lib/dates'
import { isHttpUrl } from '@/lib/http-url'
import { firstBookableDay } from '@/lib/pacific'
import type { LeadKind } from '@/lib/site'
import { type FieldSpec, type FieldType, fieldsOf } from './fields'
import type { FormValues } from './form-data'
import { normalize, normalizeApostrophes } from './normalize'

// By default zod tries `eval`, and the Content-Security-Policy reports a violation.
z.config({ jitless: true })

/** The normalized values of a valid form. */
export type Lead = { kind: LeadKind } & FormValues

export type ValidationResult = { lead: Lead } | { fields: Record<string, string> }

/** Returns the lead, or one message per invalid field. The browser and the server call it; the server decides. */
export function validateLead(kind: LeadKind, values: FormValues, now: Date): ValidationResult {
  const result = leadSchema(kind, now).safeParse(values)
  if (result.success) return { lead: { ...result.data, kind } }
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[String(path[0])] ??= message
  return { fields }
}

type Value = string | string[]

export function leadSchema(kind: LeadKind, now: Date) {
  const shape: Record<string, z.ZodType<Value, Value>> = {}
  for (const field of fieldsOf(kind).sort((a, b) => messageOrder(a) - messageOrder(b)))
    if (field.type === 'choices') shape[field.name] = choicesSchema(field)
    else if (field.type !== 'fixed') shape[field.name] = textSchema(field, field.type, now)
  return z.object(shape)
}

/** Messages about these types come first. */
const firstTypes: FieldType[] = ['name', 'phone', 'business', 'email']

function messageOrder({ type }: FieldSpec): number {
  return firstTypes.includes(type) ? firstTypes.indexOf(type) : firstTypes.length
}

function choicesSchema({ label, options = [] }: FieldSpec) {
  const values = options.map(({ value }) => value)
  return z.array(z.enum(values, validationMessages.option(label)))
}

function textSchema(field: FieldSpec, type: TextType, now: Date) {
  const { label, required, maxLength } = field
  const { clean = normalize, isValid, message } = rules[type]
  const invalid = typeof message === 'function' ? () => message(now) : message
  let schema = z.string().overwrite(clean)
  if (required) schema = schema.min(1, validationMessages.missing(label))
  if (maxLength) {
    const namesLimit = type === 'text' || type === 'url'
    const error = namesLimit ? validationMessages.tooLong(label, maxLength) : invalid
    schema = schema.max(maxLength, { error, abort: true })
  }
  return schema.refine((value) => value === '' || isValid(value, field, now), { error: invalid })
}

type TextType = Exclude<FieldType, 'choices' | 'fixed'>

type Rule = {
  /** `normalize` by default. */
  clean?: (value: string) => string
  isValid: (value: string, field: FieldSpec, now: Date) => boolean
  message?: string | ((now: Date) => string)
}

const cleanName = (value: string) => normalizeApostrophes(normalize(value))

const rules: Record<TextType, Rule> = {
  name: {
    clean: cleanName,
    isValid: (value) => /^[\p{L}\p{M} '.-]*$/u.test(value),
    message: validationMessages.name,
  },
  phone: {
    isValid: (value) => /^[\d()+-]{10,15}$/.test(value.replaceAll(' ', '')),
    message: validationMessages.phone,
  },
  business: {
    clean: cleanName,
    isValid: (value) => /^[\p{L}\p{M}0-9 '&.,()-]*$/u.test(value),
    message: validationMessages.business,
  },
  email: {
    // The first character must not start a spreadsheet formula.
    isValid: (value) => /^(?![=+\-＝＋－])[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value),
    message: validationMessages.email,
  },
  text: { isValid: () => true },
  url: { isValid: isHttpUrl, message: validationMessages.website },
  date: {
    isValid: (value, _field, now) => isBookable(value, now),
    message: (now) => validationMessages.date(formatLongDate(firstBookableDay(now))),
  },
  time: {
    isValid: (value, { options }) => options?.some((option) => option.value === value) ?? false,
    message: validationMessages.time,
  },
}
