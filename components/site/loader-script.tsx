'use client'

import { useEffect } from 'react'
import { hydratedEvent } from '@/lib/page/loader/events'

/** Contains lib/page/loader/inline-script.ts, and tells it when React has hydrated the page. */
export function LoaderScript() {
  useEffect(() => {
    // The wizard hydrates later, and dispatches it.
    if (!document.querySelector('form:not(dialog form)')) dispatchEvent(new Event(hydratedEvent))
  }, [])
  return (
    <>
      <script
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own script, which the policy names by its hash.
        dangerouslySetInnerHTML={{
          __html: typeof window === 'undefined' ? (process.env.LOADER ?? '') : '',
        }}
      />
      {/* Parsed once the script has run. The first paint of some pages waits for it. */}
      <template id="loaded" />
    </>
  )
}
