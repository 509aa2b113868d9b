import { supportWords } from '@/lib/content/layout'
import { supportEmail as email, supportPhone as phone } from '@/lib/site'

const link = 'inline-flex min-h-11 items-center wrap-anywhere font-semibold underline'

const emailLink = email && (
  <a href={`mailto:${email}`} className={link}>
    {email}
  </a>
)
const phoneLink = phone && (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
    {phone}
  </a>
)

/** How to reach support, in one sentence. Null where neither is set. */
export const supportContact =
  email || phone ? (
    <p className="mt-2">
      <span>{supportWords.label}</span> {emailLink}
      {email && phone && <span>{supportWords.or}</span>}
      {phoneLink}
    </p>
  ) : null

/** The same as a list. */
export const supportList =
  email || phone ? (
    <ul className="mt-2">
      {emailLink && <li>{emailLink}</li>}
      {phoneLink && <li>{phoneLink}</li>}
    </ul>
  ) : null
