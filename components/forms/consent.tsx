import { consent } from '@/lib/content/site'
import { env } from '@/lib/server/env'

/** Shown below every submit button. */
export function Consent() {
  return (
    <p className="text-ink-2 text-small">
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
