import type { ComponentProps } from 'react'
import { cx } from './cx'

/* What all buttons share is in button.css, because a page repeats it for each. */

const variants = {
  solid: 'border-copper bg-copper text-on-copper hover:border-copper-2 hover:bg-copper-2',
  outline: 'border-current hover:bg-current/10',
  ghost: 'border-transparent hover:bg-current/10',
}

const sizes = {
  default: 'min-h-13 px-6 py-2',
  small: 'min-h-11 px-5 py-1',
  // In pixels, so that it stays the size of a thumb at every text size.
  icon: 'size-[44px] flex-none *:size-[26px]',
}

type Look = {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  className?: string
}

const classOf = ({ variant = 'solid', size = 'default', className }: Look) =>
  cx(variants[variant], sizes[size], className)

export function Button({
  variant,
  size,
  busy,
  className,
  ...props
}: ComponentProps<'button'> &
  Look & {
    /** What it started is under way. It cannot be pressed meanwhile. */
    busy?: boolean
  }) {
  return (
    <button
      data-slot="button"
      type="button"
      disabled={busy}
      aria-busy={busy}
      className={classOf({ variant, size, className })}
      {...props}
    />
  )
}

/** A link that looks like a button. A link works without scripts and can be opened in a new tab. */
export function ButtonLink({ variant, size, className, ...props }: ComponentProps<'a'> & Look) {
  return <a data-slot="button" className={classOf({ variant, size, className })} {...props} />
}
