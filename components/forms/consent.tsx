import { consent } from '@/lib/content/layout'
import { env } from '@/lib/env'

/** Shown above every submit button. */
export function Consent() {
  return (
    <p>
      <span>{consent.text}</span>
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
