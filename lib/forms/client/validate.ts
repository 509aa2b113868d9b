import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, ResolverOptions } from 'react-hook-form'
import { validationMessages } from '@/lib/content/validation'
import { supportEmail, supportPhone } from '@/lib/page/settings'
import { fieldsOf } from '../fields'
import { type FormEntries, toFormValues } from '../form-data'
import type { Form } from '../forms'
import { leadSchemas } from '../schema'
import { isChange } from './booked-demo'

/** Validates with the schema. Leaving a required field empty is not an error until the form is submitted. */
export async function findErrors(
  form: Form,
  values: FormEntries,
  options: ResolverOptions<FormEntries>,
): Promise<FieldErrors<FormEntries>> {
  const resolve = zodResolver(leadSchemas[form.kind])
  const { errors } = await resolve(toFormValues(form, values), undefined, options)
  const day = errors.preferredDate
  if (day && isChange(values)) day.message = `${day.message}. ${keepDay}`
  const { names = [] } = options
  for (const { name } of fieldsOf(form))
    if (names.length === 1 && names[0] === name && !values[name]?.length) delete errors[name]
  return errors
}

const keepDay = validationMessages.keepDay(
  [supportEmail, supportPhone].filter(Boolean).join(' or '),
)
