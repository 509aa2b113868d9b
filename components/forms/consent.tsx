import { consent } from '@/lib/content/consent'
import { policies } from '@/lib/content/layout'
import { privacyUrl } from '@/lib/site'

/** Shown above every submit button. */
export function Consent() {
  return (
    <p>
      <span>{consent.text}</span>
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
