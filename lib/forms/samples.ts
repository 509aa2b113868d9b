import { bookableRange } from '@/lib/dates/bookable-days'
import { type FieldSpec, fieldsOf, type TextType } from './fields'
import type { FormValues } from './form-data'
import { forms, type LeadKind } from './forms'

/** A valid value of each type, for test leads. */
const samples: Record<TextType, (field: FieldSpec) => string> = {
  name: () => 'Test Lead',
  phone: () => '5095550100',
  business: () => 'Test Lead',
  email: () => 'test@example.com',
  text: ({ maxLength }) => 'A test of the webhook. Please ignore.'.slice(0, maxLength),
  url: () => 'https://example.com',
  date: () => bookableRange(new Date()).first,
  select: ({ options }) => String(options?.[0]?.value),
}

/** Fills in every field of a form. */
export function sampleValues(kind: LeadKind): FormValues {
  const values: FormValues = {}
  for (const field of fieldsOf(forms[kind]))
    if (field.type === 'choices') values[field.name] = [samples.select(field)]
    else if (field.type !== 'fixed') values[field.name] = samples[field.type](field)
  return values
}
