import type { LeadKind } from '@/lib/site'
import { fieldsOf } from './fields'

/** The values of a form by field name: text, or a list for a field of choices. */
export type FormValues = Record<string, string | string[]>

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

export function strings(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === 'string')
}
