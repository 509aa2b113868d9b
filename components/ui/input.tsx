import type { ComponentProps } from 'react'

/** Drawn in field.css. */
export function Input(props: ComponentProps<'input'>) {
  return <input data-slot="input" {...props} />
}
