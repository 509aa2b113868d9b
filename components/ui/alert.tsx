import type { ComponentProps } from 'react'

/** Says that something succeeded, or failed. Drawn in alert.css. */
export function Alert({
  variant,
  ...props
}: ComponentProps<'div'> & { variant?: 'default' | 'destructive' }) {
  return <div data-slot="alert" data-variant={variant} role="alert" {...props} />
}

export function AlertTitle(props: ComponentProps<'p'>) {
  return <p data-slot="alert-title" {...props} />
}
