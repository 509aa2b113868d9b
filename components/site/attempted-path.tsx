'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** The path that does not exist. It is also written to the console. */
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
