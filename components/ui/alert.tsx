import type { ComponentProps } from 'react'

/** Says that something failed. Drawn in alert.css. */
export function Alert(props: ComponentProps<'div'>) {
  return <div data-slot="alert" role="alert" {...props} />
}

export function AlertTitle(props: ComponentProps<'p'>) {
  return <p data-slot="alert-title" {...props} />
}
