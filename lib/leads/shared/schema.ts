import { z } from 'zod'
import { isBookable } from '@/lib/bookable'
import { challengeOptions, fieldLabels, validationMessages } from '@/lib/content/forms'
import { services } from '@/lib/content/services'
import type { CallbackKind, LeadKind } from '@/lib/site'
import type { FormValues } from './form-data'
import { limits, preferredTimes } from './limits'
import { normalize, normalizeApostrophes } from './normalize'

// Otherwise zod tries whether it may use `eval`, and the Content-Security-Policy reports a violation.
z.config({ jitless: true })

/**
 * What a lead may be. The page and the server read the same schemas, the server always last.
 * Keys stand in the order in which the visitor is told what is wrong.
 */

const person = (label: string) =>
  required(
    label,
    z.string().overwrite((value) => normalizeApostrophes(normalize(value))),
  )
    .max(limits.name, { error: validationMessages.name, abort: true })
    .regex(/^[\p{L}\p{M} '.-]*$/u, validationMessages.name)

const phone = (label: string) =>
  required(label, z.string().overwrite(normalize)).refine(
    (value) => value === '' || isPhone(value),
    validationMessages.phone,
  )

const business = (label: string) =>
  required(
    label,
    z.string().overwrite((value) => normalizeApostrophes(normalize(value))),
  )
    .max(limits.business, { error: validationMessages.business, abort: true })
    .regex(/^[\p{L}\p{M}0-9 '&.,()-]*$/u, validationMessages.business)

const email = (label: string) =>
  required(label, z.string().overwrite(normalize))
    .max(limits.email, { error: validationMessages.email, abort: true })
    // A spreadsheet runs what begins with one of these as a formula.
    .regex(/^(?![=+\-＝＋－])([^\s@<>]+@[^\s@<>]+\.[^\s@<>]+)?$/, validationMessages.email)

const freeText = (label: string, max: number) =>
  z
    .string()
    .overwrite(normalize)
    .max(max, { error: validationMessages.tooLong(label, max), abort: true })

function required<T extends z.ZodString>(label: string, field: T): T {
  return field.min(1, validationMessages.missing(label))
}

function isPhone(value: string): boolean {
  return /^[\d()+-]{10,15}$/.test(value.replaceAll(' ', '')) && value.length <= limits.phone
}

const label = fieldLabels

const callbackSchemas = {
  'call-our-ai': z.object({
    name: person(label.name),
    phone: phone(label.phone),
    businessName: business(label.businessName),
  }),
  'see-ai-in-action': z.object({
    name: person(label.name),
    phone: phone(label.phone),
    businessName: business(label.businessName),
    email: email(label.email),
  }),
}

export function bookingSchema(now: Date) {
  return z.object({
    fullName: person(label.fullName),
    phoneNumber: phone(label.phoneNumber),
    businessName: business(label.businessName),
    email: email(label.email),
    businessDescription: required(
      label.businessDescription,
      freeText(label.businessDescription, limits.description),
    ),
    website: freeText(label.website, limits.text).refine(isWebsite, validationMessages.website),
    challenges: z.array(z.enum(challengeOptions, validationMessages.option(label.challenges))),
    customChallenge: freeText(label.customChallenge, limits.text),
    currentTools: freeText(label.currentTools, limits.text),
    interestedServices: z.array(
      z.enum(
        services.map(({ slug }) => slug),
        validationMessages.option(label.interestedServices),
      ),
    ),
    preferredDate: required(label.preferredDate, z.string()).refine(
      (day) => day === '' || isBookable(day, now),
      validationMessages.date,
    ),
    preferredTime: required(label.preferredTime, z.string()).refine(
      (time) => time === '' || preferredTimes.some((slot) => slot === time),
      validationMessages.time,
    ),
    additionalNotes: freeText(label.additionalNotes, limits.notes),
  })
}

function isWebsite(value: string): boolean {
  if (value === '') return true
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

export type CallbackLead = z.infer<(typeof callbackSchemas)['call-our-ai']> & { email?: string }
export type BookingLead = z.infer<ReturnType<typeof bookingSchema>>
export type Lead = ({ kind: 'booking' } & BookingLead) | ({ kind: CallbackKind } & CallbackLead)

export type ValidationResult = { lead: Lead } | { fields: Record<string, string> }

export function leadSchema(kind: LeadKind, now: Date) {
  return kind === 'booking' ? bookingSchema(now) : callbackSchemas[kind]
}

/** A clean lead, or what is wrong with it: one message a field, in the order of the schema. */
export function validateLead(kind: LeadKind, entries: FormValues, now: Date): ValidationResult {
  const result = leadSchema(kind, now).safeParse(entries)
  if (result.success) return { lead: { kind, ...result.data } as Lead }
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[String(path[0])] ??= message
  return { fields }
}
