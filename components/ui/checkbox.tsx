import type { ComponentProps } from 'react'

export function Checkbox(props: ComponentProps<'input'>) {
  return <input data-slot="checkbox" type="checkbox" {...props} />
}
