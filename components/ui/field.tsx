import type { ComponentProps } from 'react'

export function Field(props: ComponentProps<'div'>) {
  return <div data-slot="field" {...props} />
}

export function FieldDescription(props: ComponentProps<'p'>) {
  return <p data-slot="field-description" {...props} />
}

export function FieldError(props: ComponentProps<'p'>) {
  return props.children ? <p data-slot="field-error" {...props} /> : null
}
