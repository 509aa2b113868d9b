import { VerbatimText } from '@/components/ui/verbatim-text'
import { supportWords } from '@/lib/content/layout'
import { supportEmail as email, supportPhone as phone } from '@/lib/page/settings'
import { contactLink, PhoneLink } from './phone-link'

const emailLink = (className: string) =>
  email && (
    <a href={`mailto:${email}`} className={className}>
      <VerbatimText className="underline">{email}</VerbatimText>
    </a>
  )
const phoneLink = (className: string) => phone && <PhoneLink phone={phone} className={className} />

const sentence = (className: string) => (
  <>
    <span>{supportWords.label}</span> {emailLink(className)}
    {email && phone && <span>{supportWords.or}</span>}
    {phoneLink(`${className} whitespace-nowrap`)}
  </>
)

/** How to reach support, in one sentence. Null where neither is set. */
export const supportContact =
  email || phone ? <p className="mt-2">{sentence(contactLink)}</p> : null

/** The same within a paragraph, whose lines stay close. */
export const supportInText = email || phone ? sentence('wrap-anywhere underline') : null

/**
 * Only the footer shows it, so it is not made where the scripts load this file. A number says that a person answers it,
 * because the AI answers another one.
 */
export function SupportList() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 md:block">
      {email && <li>{emailLink(contactLink)}</li>}
      {phone && (
        <li>
          <span>{supportWords.label}</span> {phoneLink(contactLink)}
        </li>
      )}
    </ul>
  )
}
