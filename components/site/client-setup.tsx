'use client'

import { useEffect } from 'react'
import { hydratedEvent } from '@/lib/client/loader'

/** Contains lib/client/loader.ts as an inline script, and tells it when React has hydrated the page. */
export function ClientSetup() {
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent))
    // Buttons open and close dialogs and popovers by attributes alone (`command`, `popovertarget`).
    const known = 'command' in HTMLButtonElement.prototype && 'popover' in HTMLElement.prototype
    if (!known) import('@/components/ui/invoker-polyfill').catch(() => undefined)
  }, [])
  return (
    <script
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own script, which the policy names by its hash.
      dangerouslySetInnerHTML={{
        __html: typeof window === 'undefined' ? (process.env.LOADER ?? '') : '',
      }}
    />
  )
}
