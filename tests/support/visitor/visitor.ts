import { type CallbackKind, callbackForms, callbackKinds } from '../../../lib/forms/callback-forms'
import { fieldsOf } from '../../../lib/forms/fields'
import { forms, type LeadKind } from '../../../lib/forms/forms'
import { sampleValues } from '../../../lib/forms/samples'

/** A visitor: an address, and entries for each form. */

/** A callback form, for tests that need one and are not about it. */
export const sampleKind = callbackKinds[0] as CallbackKind
export const sampleForm = callbackForms[sampleKind]

let count = 0

/**
 * A client address for `x-forwarded-for` that this process has not used before, so that the rate limit of one test
 * does not reject another.
 */
export function newClientAddress(): string {
  count++
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}

/** A sample of each required field of a form, by name. */
export function requiredValues(kind: LeadKind): Record<string, string> {
  const samples = sampleValues(kind)
  const required = fieldsOf(forms[kind]).filter((field) => field.required)
  return Object.fromEntries(required.map(({ name }) => [name, String(samples[name])]))
}

/** The values of a form that is not filled in, by name. A fixed value is no entry. */
export function emptyValues(kind: LeadKind): Record<string, string | string[]> {
  const entered = fieldsOf(forms[kind]).filter(({ type }) => type !== 'fixed')
  return Object.fromEntries(entered.map(({ name, type }) => [name, type === 'choices' ? [] : '']))
}
