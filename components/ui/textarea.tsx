import type { ComponentProps } from 'react'

/** Drawn in field.css. */
export function Textarea(props: ComponentProps<'textarea'>) {
  return <textarea data-slot="textarea" {...props} />
}
