import type { ReactNode } from 'react'

export const contactLink = 'inline-flex min-h-11 items-center wrap-anywhere font-semibold underline'

export function PhoneLink({
  phone,
  className = contactLink,
  children = phone,
}: {
  phone: string
  className?: string
  children?: ReactNode
}) {
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={className}>
      {children}
    </a>
  )
}
