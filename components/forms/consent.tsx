import { consent } from '@/lib/content/site'
import { env } from '@/lib/env'

/** Shown above every submit button. */
export function Consent() {
  return (
    <p>
      {consent.text}
      {env.privacyUrl && (
        <>
          {' '}
          <a href={env.privacyUrl} className="underline">
            {consent.privacy}
          </a>
        </>
      )}
    </p>
  )
}
