import { startTransition, useEffect, useState } from 'react'
import { newSubmissionId } from '@/lib/leads/client/submission-id'

/**
 * One id for every try of one form: however often it is sent, it is one lead. Starts with what a refused post
 * brought back.
 */
export function useSubmissionId(start: string): [id: string, renew: (id?: string) => string] {
  const [id, setId] = useState(start)
  useEffect(() => startTransition(() => setId((current) => current || newSubmissionId())), [])
  return [
    id,
    (next = newSubmissionId()) => {
      setId(next)
      return next
    },
  ]
}
