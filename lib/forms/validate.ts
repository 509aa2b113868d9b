import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, ResolverOptions } from 'react-hook-form'
import type { LeadKind } from '@/lib/site'
import { type FormValues, toFormValues } from './form-data'
import { leadSchema } from './schema'
import { readFirstVisit } from './session-storage'
import { getAttribution } from './submission-meta'

/** What a form needs once it is used. It is too large for the first load, so a form loads it on the first focus. */

/** Validates with the schema. Leaving a required field empty is not an error until the form is submitted. */
export async function findErrors(
  kind: LeadKind,
  values: FormValues,
  options: ResolverOptions<FormValues>,
): Promise<FieldErrors<FormValues>> {
  const resolve = zodResolver(leadSchema(kind, new Date()))
  const { errors } = await resolve(toFormValues(kind, values), undefined, options)
  const [left] = options.names?.length === 1 ? options.names : []
  if (left && !values[left]?.length) delete errors[left]
  return errors
}

/** Where the visitor came from, as JSON. Throws if the first page of the visit was not stored. */
export function visitAttribution(): string {
  const [address, referrer] = JSON.parse(readFirstVisit() ?? '')
  return JSON.stringify(getAttribution(new URL(address), referrer))
}
