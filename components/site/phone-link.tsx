import type { ReactNode } from 'react'
import { withCountryCode } from '@/lib/forms/phone-number'

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
    <a href={`tel:${withCountryCode(phone)}`} className={className}>
      {children}
    </a>
  )
}
