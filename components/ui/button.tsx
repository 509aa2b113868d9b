import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

export const buttonVariants = cva(
  'inline-flex items-center justify-center gap-2 rounded-full border-2 px-6 text-center font-semibold no-underline disabled:cursor-not-allowed disabled:border-rule disabled:bg-paper-2 disabled:text-ink-2',
  {
    variants: {
      variant: {
        main: 'border-copper bg-copper text-on-copper hover:border-copper-2 hover:bg-copper-2',
        outline: 'border-current hover:bg-paper-2',
      },
      size: {
        large: 'min-h-13 py-2',
        small: 'min-h-11 py-1',
      },
      width: { auto: '', full: 'w-full' },
    },
    defaultVariants: { variant: 'main', size: 'large', width: 'auto' },
  },
)

type Variants = VariantProps<typeof buttonVariants>

export function Button({
  variant,
  size,
  width,
  ...props
}: Omit<ComponentProps<'button'>, 'className'> & Variants) {
  return (
    <button
      data-slot="button"
      type="button"
      className={buttonVariants({ variant, size, width })}
      {...props}
    />
  )
}

/** A link that looks like a button. Links stay links: they work before and without scripts. */
export function ButtonLink({
  variant,
  size,
  width,
  ...props
}: Omit<ComponentProps<'a'>, 'className'> & Variants) {
  return <a data-slot="button" className={buttonVariants({ variant, size, width })} {...props} />
}
