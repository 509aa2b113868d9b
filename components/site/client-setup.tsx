'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { hydratedEvent } from '@/lib/page/loader/events'

/** Contains lib/page/loader/inline-script.ts, and tells it when React has hydrated the page. */
export function ClientSetup() {
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent))
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

/**
 * The path that does not exist, for the 404 page. It is also written to the console. It is in this file because a file
 * of its own would split the one that all pages share, and each would request two.
 */
export function AttemptedPath() {
  const path = useSyncExternalStore(
    neverChanges,
    () => window.location.pathname,
    () => '',
  )
  useEffect(() => {
    if (path) console.warn('404: no page at', path)
  }, [path])
  // Cut to one line, so that nothing moves when the path becomes known.
  return <span className="block truncate">{path || '…'}</span>
}

const neverChanges = () => () => undefined
