import { supportWords } from '@/lib/content/layout'

// next.config.mjs writes both variables into the build.
const email = process.env.SUPPORT_EMAIL
const phone = process.env.SUPPORT_PHONE

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

/**
 * How to reach support, in one sentence. Nothing where neither variable is set: the bundler then removes it, which it
 * would not do if the condition read `email` and `phone`.
 */
export const supportContact =
  process.env.SUPPORT_EMAIL || process.env.SUPPORT_PHONE ? (
    <p className="mt-2">
      <span>{supportWords.label}</span> {emailLink}
      {email && phone && <span>{supportWords.or}</span>}
      {phoneLink}
    </p>
  ) : null

/** The same as a list. */
export const supportList =
  process.env.SUPPORT_EMAIL || process.env.SUPPORT_PHONE ? (
    <ul className="mt-2">
      {emailLink && <li>{emailLink}</li>}
      {phoneLink && <li>{phoneLink}</li>}
    </ul>
  ) : null
