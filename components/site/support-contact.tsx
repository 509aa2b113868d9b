import { supportWords } from '@/lib/content/layout'
import { supportEmail as email, supportPhone as phone } from '@/lib/site'
import { contactLink, PhoneLink } from './phone-link'

const emailLink = email && (
  <a href={`mailto:${email}`} className={contactLink}>
    {email}
  </a>
)
const phoneLink = phone && <PhoneLink phone={phone} />

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
