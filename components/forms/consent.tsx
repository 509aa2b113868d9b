import { supportInText } from '@/components/site/support-contact'
import { consent } from '@/lib/content/consent'
import { policies } from '@/lib/content/layout'
import { privacyUrl, termsUrl } from '@/lib/page/settings'

export function Consent() {
  return (
    <p className="text-sm leading-snug">
      {/* The proof of consent names the text that this page shows, also if the server is of another version. */}
      <input type="hidden" name="consent" value={consent.name} />
      <span>{consent.text}</span>
      {(termsUrl || privacyUrl) && (
        <>
          {' '}
          <span>{policies.see}</span> {link(termsUrl, policies.terms)}
          {termsUrl && privacyUrl && <span>{policies.and}</span>}
          {link(privacyUrl, policies.privacy)}
          {/* Not covered by the ring of a link that has the focus. */}
          <span className="relative">.</span>
        </>
      )}
      {supportInText && <> {supportInText}</>}
    </p>
  )
}

const link = (href: string, text: string) =>
  href && (
    <a href={href} className="underline">
      {text}
    </a>
  )
