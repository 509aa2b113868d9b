import type { ComponentProps } from 'react'

type Look = { variant?: 'outline'; size?: 'small'; width?: 'full' }

function look({ variant, size, width }: Look): string {
  return ['btn', variant, size, width].filter(Boolean).join(' btn-')
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
