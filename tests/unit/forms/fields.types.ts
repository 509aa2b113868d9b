import type { UseFormReturn } from 'react-hook-form'
import type { TextField, useField } from '@/components/forms/text-field'
import { bookingForm } from '@/lib/forms/booking-form'
import { callbackForms } from '@/lib/forms/callback-forms'
import { knownOptions } from '@/lib/forms/client/drafts'
import { type FormSpec, fieldOf, fieldsOf } from '@/lib/forms/fields'
import type { FieldMessages, FormEntries, FormValues } from '@/lib/forms/form-data'
import type { FieldName } from '@/lib/forms/forms'
import type { Lead } from '@/lib/forms/schema'

/**
 * `tsc` checks this file, and nothing runs it. It fails if a line below `@ts-expect-error` compiles: field names must be
 * those of the table, values must have the type of their field, and each field must have an input.
 */

export function misspelledNames(form: UseFormReturn<FormEntries>, values: FormEntries, lead: Lead) {
  fieldOf(bookingForm, 'preferredDate')
  // @ts-expect-error
  fieldOf(bookingForm, 'preferedDate')
  // @ts-expect-error: a field of the dialogs.
  fieldOf(bookingForm, 'phone')
  // @ts-expect-error: a field of only one dialog.
  fieldOf(callbackForms['call-our-ai'], 'email')
  // @ts-expect-error
  fieldsOf(bookingForm).find(({ name }) => name === 'preferedDate')
  // @ts-expect-error
  knownOptions(bookingForm, 'interestedService', [])

  form.setValue('preferredDate', '2026-12-05')
  // @ts-expect-error
  form.setValue('preferedDate', '2026-12-05')
  // @ts-expect-error
  form.getValues('preferedDate')
  // @ts-expect-error
  form.register('preferedDate')
  // @ts-expect-error
  form.formState.errors.preferedDate?.message

  // @ts-expect-error
  values.preferedDate
  // @ts-expect-error
  lead.preferedDate
}

export const fieldNames: FieldName[] = [
  'preferredDate',
  // @ts-expect-error
  'preferedDate',
]
// @ts-expect-error
export const input: Parameters<typeof useField>[0] = 'preferedDate'
// @ts-expect-error
export const messages: FieldMessages = { preferedDate: 'Preferred Date is required' }
// @ts-expect-error
export const booking: FormValues<'booking'> = { preferedDate: '2026-12-05' }
// @ts-expect-error: a field of the dialogs.
export const bookingOfDialog: FormValues<'booking'> = { phone: '5095550147' }

export const values: FormValues = {
  preferredDate: '2026-12-05',
  challenges: ['Manage referrals'],
  // @ts-expect-error: a list.
  interestedServices: 'chat-agent',
  // @ts-expect-error: text.
  website: ['https://ruizplumbing.com'],
  // @ts-expect-error: a constant of the table, which no visitor enters.
  timezone: 'America/Los_Angeles',
}

export const typedFields: Parameters<typeof TextField>[0]['name'][] = [
  'preferredDate',
  // @ts-expect-error: a select.
  'preferredTime',
  // @ts-expect-error: checkboxes.
  'challenges',
  // @ts-expect-error: a constant.
  'timezone',
]
export const unknownType: FormSpec = {
  kind: 'booking',
  // @ts-expect-error: no input shows this type.
  fields: { signature: { type: 'signature', label: 'Signature' } },
}
