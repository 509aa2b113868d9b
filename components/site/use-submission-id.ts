import { startTransition, useEffect, useState } from 'react'

/**
 * One id for every try of one form: however often it is sent, it is one lead. Starts with what a refused post
 * brought back; empty where the browser cannot make one, and then the server does.
 */
export function useSubmissionId(start: string): [id: string, renew: (id?: string) => string] {
  const [id, setId] = useState(start)
  useEffect(() => startTransition(() => setId((current) => current || newId())), [])
  return [
    id,
    (next = newId()) => {
      setId(next)
      return next
    },
  ]
}

/** Browsers make ids on secure pages only. */
function newId(): string {
  return globalThis.crypto?.randomUUID?.() ?? ''
}
