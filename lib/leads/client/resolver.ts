import type { FieldErrors, Resolver } from 'react-hook-form'
import type { LeadKind } from '@/lib/site'
import { type FormValues, toFormValues } from '../shared/form-data'

export const loadAfterFocus = () => import('./after-focus')

/** Validates with the schema. If the schema cannot be loaded, reports no errors: the server validates too. */
export function schemaResolver(kind: LeadKind): Resolver<FormValues> {
  return async (values, context, options) => {
    const errors: FieldErrors<FormValues> = await loadAfterFocus()
      .then(async ({ zodResolver, leadSchema }) => {
        const resolve = zodResolver(leadSchema(kind, new Date()))
        return (await resolve(toFormValues(kind, values), context, options)).errors
      })
      .catch(() => ({}))
    // Leaving a required field empty is not an error until the form is submitted.
    for (const name of options.names?.length === 1 ? options.names : [])
      if (!values[name]?.length) delete errors[name]
    return { values: {}, errors }
  }
}
