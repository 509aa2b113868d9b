import type { ComponentProps } from 'react'

/*
 * One control with its label, description and error, drawn in field.css. components/forms/form-field.tsx ties them
 * together.
 */

export function Field(props: ComponentProps<'div'>) {
  return <div data-slot="field" {...props} />
}

export function FieldDescription(props: ComponentProps<'p'>) {
  return <p data-slot="field-description" {...props} />
}

/** Nothing without an error. */
export function FieldError(props: ComponentProps<'p'>) {
  return props.children ? <p data-slot="field-error" {...props} /> : null
}
