import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, ResolverOptions } from 'react-hook-form'
import { fieldsOf } from './fields'
import {
  type Attribution,
  campaignParameters,
  type FormEntries,
  limitEntries,
  toFormValues,
} from './form-data'
import type { Form } from './forms'
import { leadSchemas } from './schema'
import { readFirstVisit } from './session-storage'

/** What a form needs once it is used. It is too large for the first load, so a form loads it on the first focus. */

/** Validates with the schema. Leaving a required field empty is not an error until the form is submitted. */
export async function findErrors(
  form: Form,
  values: FormEntries,
  options: ResolverOptions<FormEntries>,
): Promise<FieldErrors<FormEntries>> {
  const resolve = zodResolver(leadSchemas[form.kind])
  const { errors } = await resolve(toFormValues(form, values), undefined, options)
  const { names = [] } = options
  for (const { name } of fieldsOf(form))
    if (names.length === 1 && names[0] === name && !values[name]?.length) delete errors[name]
  return errors
}

/** Where the visitor came from, as JSON. Throws if the first page of the visit was not stored. */
export function visitAttribution(): string {
  const [address, referrer] = JSON.parse(readFirstVisit() ?? '')
  return JSON.stringify(getAttribution(new URL(address), referrer))
}

export function getAttribution(address: URL, referrer: string): Attribution {
  // The visitor left the first page before it was stored. Then the referrer is the first page.
  if (referrer.startsWith(`${address.origin}/`)) return getAttribution(new URL(referrer), '')
  const campaign = [...address.searchParams].filter(([name]) => campaignParameters.test(name))
  const source: Attribution = referrer === '' ? {} : { referrer }
  const all = { ...Object.fromEntries(campaign), ...source, landing_path: address.pathname }
  return Object.fromEntries(limitEntries(Object.entries(all)))
}
