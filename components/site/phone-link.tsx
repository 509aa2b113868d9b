export const contactLink = 'inline-flex min-h-11 items-center wrap-anywhere font-semibold underline'

export function PhoneLink({
  phone,
  className = contactLink,
}: {
  phone: string
  className?: string
}) {
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={className}>
      {phone}
    </a>
  )
}
