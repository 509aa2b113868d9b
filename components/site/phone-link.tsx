import type { ComponentProps } from 'react'
import { withCountryCode } from '@/lib/page/country-code'

export const contactLink = 'inline-flex min-h-11 items-center wrap-anywhere font-semibold underline'

export function PhoneLink({
  phone,
  className = contactLink,
  children = phone,
  ...rest
}: ComponentProps<'a'> & { phone: string }) {
  return (
    <a {...rest} href={`tel:${withCountryCode(phone)}`} className={className}>
      {children}
    </a>
  )
}
