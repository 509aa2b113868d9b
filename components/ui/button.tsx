import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/* Buttons are drawn in button.css, because a page repeats their classes for each. */

type ButtonVariants = {
  variant?: 'default' | 'outline' | 'ghost'
  size?: 'default' | 'sm' | 'icon'
  className?: string
}

/**
 * The classes of a button, for another element that looks like one. Components of shadcn/ui import it.
 * @public
 */
export const buttonVariants = ({ variant, size, className }: ButtonVariants = {}) =>
  cn('button', variant && `button-${variant}`, size && `button-${size}`, className)

export function Button({
  variant,
  size,
  busy,
  className,
  ...props
}: ComponentProps<'button'> &
  ButtonVariants & {
    /** What it started is under way. It keeps the focus meanwhile, but its form must not start it again. */
    busy?: boolean
  }) {
  return (
    <button
      data-slot="button"
      type="button"
      aria-disabled={busy || undefined}
      className={buttonVariants({ variant, size, className })}
      {...props}
    />
  )
}

/** A link that looks like a button. A link works without scripts and can be opened in a new tab. */
export function ButtonLink({
  variant,
  size,
  className,
  ...props
}: ComponentProps<'a'> & ButtonVariants) {
  return (
    <a data-slot="button" className={buttonVariants({ variant, size, className })} {...props} />
  )
}
