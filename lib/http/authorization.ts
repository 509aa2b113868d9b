import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/server/env'

/** Whether a request has the CRON_SECRET. The comparison takes the same time for every wrong secret. */
export function hasCronSecret(request: Request): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const authorization = request.headers.get('authorization') ?? ''
  return (
    Boolean(env.cronSecret) &&
    timingSafeEqual(digest(authorization), digest(`Bearer ${env.cronSecret}`))
  )
}
