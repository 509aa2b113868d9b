import type { ComponentProps } from 'react'

/** Drawn in field.css. */
export function Checkbox(props: ComponentProps<'input'>) {
  return <input data-slot="checkbox" type="checkbox" {...props} />
}
