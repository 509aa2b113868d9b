import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const buttonVariants = cva(
  'inline-flex items-center justify-center gap-[0.6em] rounded-full border-2 text-center font-semibold leading-tight transition active:translate-y-px disabled:bg-paper-2 disabled:text-ink-2',
  {
    variants: {
      variant: {
        solid: 'border-copper bg-copper text-on-copper hover:border-copper-2 hover:bg-copper-2',
        outline: 'border-current hover:bg-current/10',
        ghost: 'border-transparent hover:bg-current/10',
      },
      size: {
        default: 'min-h-13 px-6 py-2',
        small: 'min-h-11 px-5 py-1',
        // In pixels, so that it stays the size of a thumb at every text size.
        icon: 'size-[44px] flex-none *:size-[26px]',
      },
    },
    defaultVariants: { variant: 'solid', size: 'default' },
  },
)

export function Button({
  variant,
  size,
  className,
  ...props
}: ComponentProps<'button'> & VariantProps<typeof buttonVariants>) {
  return (
    <button
      data-slot="button"
      type="button"
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
}: ComponentProps<'a'> & VariantProps<typeof buttonVariants>) {
  return (
    <a data-slot="button" className={buttonVariants({ variant, size, className })} {...props} />
  )
}
