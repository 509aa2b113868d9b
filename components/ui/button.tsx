import type { ComponentProps } from 'react'

type Look = { variant?: 'main' | 'outline'; size?: 'large' | 'small'; width?: 'auto' | 'full' }

function look({ variant = 'main', size = 'large', width = 'auto' }: Look): string {
  return `btn btn-${variant} btn-${size} btn-${width}`
}

export function Button({
  variant,
  size,
  width,
  ...props
}: Omit<ComponentProps<'button'>, 'className'> & Look) {
  return (
    <button
      data-slot="button"
      type="button"
      className={look({ variant, size, width })}
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
}: Omit<ComponentProps<'a'>, 'className'> & Look) {
  return <a data-slot="button" className={look({ variant, size, width })} {...props} />
}
