import { consent } from '@/lib/content/consent'
import { policies, supportWords } from '@/lib/content/layout'
import { privacyUrl, supportEmail, supportPhone } from '@/lib/site'

const contact = [supportEmail, supportPhone].filter(Boolean).join(supportWords.or)

/** Shown above every submit button. */
export function Consent() {
  return (
    <p>
      {/* The proof of consent names the text that this page shows, also if the server is of another version. */}
      <input type="hidden" name="consent" value={consent.version} />
      <span>{consent.text}</span>
      {contact && <span>{` ${supportWords.label} ${contact}`}</span>}
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
