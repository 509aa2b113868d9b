import { supportInText } from '@/components/site/support-contact'
import { consent } from '@/lib/content/consent'
import { policies } from '@/lib/content/layout'
import { privacyUrl } from '@/lib/site'

/** Shown above every submit button. */
export function Consent() {
  return (
    <p className="text-sm leading-snug">
      {/* The proof of consent names the text that this page shows, also if the server is of another version. */}
      <input type="hidden" name="consent" value={consent.version} />
      <span>{consent.text}</span>
      {supportInText && <> {supportInText}</>}
      {privacyUrl && (
        <>
          {' '}
          <a href={privacyUrl} className="underline">
            {policies.privacy}
          </a>
        </>
      )}
    </p>
  )
}
