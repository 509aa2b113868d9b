import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

export const buttonVariants = cva('btn', {
  variants: {
    variant: { main: '', outline: 'btn-outline' },
    size: { large: '', small: 'btn-small' },
    width: { auto: '', full: 'btn-full' },
  },
  defaultVariants: { variant: 'main', size: 'large', width: 'auto' },
})

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
