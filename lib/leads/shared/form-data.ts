import type { LeadKind } from '@/lib/site'
import { type Attribution, parseAttribution } from './attribution'
import { fieldsOf, honeypotField } from './fields'

/** The values of a form by field name: text, or a list for a field of choices. */
export type FormValues = Record<string, string | string[]>

/** What a form posts besides its fields. */
export type SubmissionMeta = { submissionId?: string; attribution?: Attribution; bait?: boolean }

/** Reads the fields of the form and nothing else: a file counts as empty, unknown names are ignored. */
export function parseFormValues(kind: LeadKind, form: unknown): FormValues {
  const values: FormValues = {}
  const data = form instanceof FormData ? form : new FormData()
  for (const { name, type } of fieldsOf(kind)) {
    if (type === 'fixed') continue
    const posted = strings(data, name)
    values[name] = type === 'choices' ? [...new Set(posted)] : (posted[0] ?? '')
  }
  return values
}

/** The same for values from elsewhere, such as a stored draft: every field, each with a value of its type. */
export function toFormValues(kind: LeadKind, values: object): FormValues {
  const form = new FormData()
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat()) if (typeof each === 'string') form.append(name, each)
  return parseFormValues(kind, form)
}

export function parseSubmissionMeta(form: unknown): SubmissionMeta {
  if (!(form instanceof FormData)) return {}
  const id = strings(form, 'submissionId')[0]?.toLowerCase()
  return {
    submissionId: id && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined,
    bait: strings(form, honeypotField).some((value) => value !== ''),
    attribution: parseAttribution(strings(form, 'attribution')[0]),
  }
}

function strings(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === 'string')
}
