import { z } from 'zod'
import { validationMessages } from '@/lib/content/validation'
import {
  bookableRange,
  firstBookableDay,
  isBookable,
  nearestOpenDay,
} from '@/lib/dates/bookable-days'
import { formatLongDate, isIsoDate } from '@/lib/dates/dates'
import { isHttpUrl } from '@/lib/forms/http-url'
import { type FieldType, fieldsOf, type TextType } from './fields'
import type { FieldMessages, FormValues } from './form-data'
import { type FieldName, forms, type LeadKind, leadKinds, type NamedField } from './forms'
import { normalize, normalizePunctuation } from './normalize'
import { hasPhoneFormat } from './phone-number'

// By default zod tries `eval`, and the Content-Security-Policy reports a violation.
z.config({ jitless: true })

/** The normalized values of a valid form. */
export type Lead = { kind: LeadKind } & FormValues

export type ValidationResult = { lead: Lead } | { fields: FieldMessages }

/** Returns the lead, or one message per invalid field. The browser and the server call it; the server decides. */
export function validateLead(kind: LeadKind, values: FormValues): ValidationResult {
  const result = leadSchemas[kind].safeParse(values)
  if (result.success) return { lead: { ...result.data, kind } }
  const fields: FieldMessages = {}
  for (const { path, message } of result.error.issues) fields[path[0] as FieldName] ??= message
  return { fields }
}

type Shape = { [Name in FieldName]?: z.ZodType<Required<FormValues>[Name]> }

function leadSchema(kind: LeadKind) {
  const shape: Shape = {}
  for (const field of fieldsOf(forms[kind]).sort((a, b) => messageOrder(a) - messageOrder(b)))
    if (field.type === 'choices') shape[field.name] = choicesSchema(field)
    else if (field.type !== 'fixed') shape[field.name] = textSchema(field, field.type)
  // zod infers no types from keys that only some forms have.
  return z.object(shape) as z.ZodType<FormValues, FormValues>
}

/** Messages about these types come first. */
const firstTypes: FieldType[] = ['name', 'phone', 'business', 'email']

function messageOrder({ type }: NamedField): number {
  return firstTypes.includes(type) ? firstTypes.indexOf(type) : firstTypes.length
}

function choicesSchema({ short, required, options = [] }: NamedField) {
  const values = options.map(({ value }) => value)
  const schema = z.array(z.enum(values, validationMessages.option(short)))
  return required ? schema.min(1, validationMessages.missing(short)) : schema
}

function textSchema(field: NamedField, type: TextType) {
  const { short, required, maxLength } = field
  const { clean = normalize, isValid, message } = rules[type]
  const invalid =
    typeof message === 'function' ? ({ input }: Issue) => message(String(input), field) : message
  let schema = z.string().overwrite(clean)
  if (required) schema = schema.min(1, validationMessages.missing(short))
  if (maxLength) {
    const namesLimit = type === 'text' || type === 'url'
    const error = namesLimit ? validationMessages.tooLong(short, maxLength) : invalid
    schema = schema.max(maxLength, { error, abort: true })
  }
  return schema.refine((value) => value === '' || isValid(value, field), { error: invalid })
}

type Issue = { input?: unknown }

type Rule = {
  /** `normalize` by default. */
  clean?: (value: string) => string
  isValid: (value: string, field: NamedField) => boolean
  message?: string | ((value: string, field: NamedField) => string)
}

function dateMessage(day: string, now: Date): string {
  const { first, last } = bookableRange(now)
  if (!isIsoDate(day)) return validationMessages.dateForm(first)
  if (day < firstBookableDay(now)) return validationMessages.tooEarly(formatLongDate(first))
  if (day > last) return validationMessages.tooLate(formatLongDate(last))
  return validationMessages.closed(formatLongDate(nearestOpenDay(day)))
}

const cleanLine = (value: string) => normalizePunctuation(normalize(value))

const hasEmailShape = /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+\.?$/

/**
 * Its first character must not start a spreadsheet formula. With `,` or `;`, a mail program would write to several. With the
 * other characters or a dot at the end, mail servers read it as another spelling of a mailbox, which would pass its limit.
 */
const notInEmail = /^[=+\-＝＋－]|[<>,;:"()[\]\\%!]|\.$/

function emailMessage(value: string): string {
  const found = notInEmail.exec(value)
  if (!found || !hasEmailShape.test(value)) return validationMessages.email
  const isLast = found.index === value.length - 1
  const verb = found.index === 0 ? 'begin with' : isLast ? 'end with' : 'contain'
  return validationMessages.emailCharacter(verb, found[0])
}

const rules: Record<TextType, Rule> = {
  name: {
    clean: cleanLine,
    isValid: (value) => /^[\p{L}\p{M} '.-]*$/u.test(value),
    message: validationMessages.name,
  },
  phone: {
    clean: cleanLine,
    isValid: hasPhoneFormat,
    message: validationMessages.phone,
  },
  business: {
    clean: cleanLine,
    isValid: (value) => /^[\p{L}\p{M}0-9 '&.,()-]*$/u.test(value),
    message: validationMessages.business,
  },
  email: {
    isValid: (value) => hasEmailShape.test(value) && !notInEmail.test(value),
    message: emailMessage,
  },
  text: { isValid: () => true },
  url: { isValid: isHttpUrl, message: validationMessages.website },
  date: {
    isValid: (value) => isBookable(value, new Date()),
    message: (value) => dateMessage(value, new Date()),
  },
  select: {
    isValid: (value, { options = [] }) => options.some((option) => option.value === value),
    message: (_, { short }) => validationMessages.option(short),
  },
}

export const leadSchemas = Object.fromEntries(
  leadKinds.map((kind) => [kind, leadSchema(kind)]),
) as Record<LeadKind, ReturnType<typeof leadSchema>>
