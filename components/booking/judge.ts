import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors } from 'react-hook-form'
import type { FormValues } from '@/lib/leads/shared/form-data'
import { leadSchema } from '@/lib/leads/shared/schema'
import type { BookingFields } from './fields'

/** The booking's rules in the form library's words. Comes with the first field that is entered. */
export async function judge(entries: FormValues): Promise<FieldErrors<BookingFields>> {
  const resolve = zodResolver(leadSchema('booking', new Date()))
  const { errors } = await resolve(entries as never, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return errors
}
