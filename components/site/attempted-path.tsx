'use client'

import { useEffect, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** The address that does not exist; the console is told as well. */
export function AttemptedPath() {
  const path = useSyncExternalStore(
    never,
    () => window.location.pathname,
    () => '',
  )
  useEffect(() => {
    if (path) console.warn('404: no page at', path)
  }, [path])
  // One line, however long, so that nothing moves when it is known.
  return <span className="block truncate">{path || '…'}</span>
}
