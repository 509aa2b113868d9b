import type { UseFormReturn } from 'react-hook-form'
import { bookingForm } from '../booking-form'
import { fieldsByStep, fieldsOf } from '../fields'
import type { FormEntries, FormValues } from '../form-data'
import type { FieldName } from '../forms'

/** The short names of the step's required fields that are empty. Invalid values do not block the way to the next step. */
export function missingFields(step: number, values: FormValues<'booking'>): string[] {
  return fieldsOf(bookingForm)
    .filter(({ name, ...field }) => field.step === step && field.required && !filled(values[name]))
    .map(({ short }) => short)
}

export function invalidFields({ formState: { errors } }: UseFormReturn<FormEntries>) {
  return fieldsByStep(bookingForm).filter(({ name }) => errors[name])
}

/** The first of these steps with an empty required field, or the last of them. */
export function firstIncompleteStep(
  first: number,
  last: number,
  values: FormValues<'booking'>,
): number {
  let step = first
  while (step < last && missingFields(step, values).length === 0) step++
  return step
}

const filled = (value: FormValues[FieldName] = '') => String(value).trim() !== ''
