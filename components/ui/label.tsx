import type { ComponentProps } from 'react'

export function Label(props: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller says which control it labels.
  return <label data-slot="label" {...props} />
}
