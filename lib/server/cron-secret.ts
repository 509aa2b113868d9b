import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from './env'

/** Whether a request bears the CRON_SECRET. Takes the same time whatever is wrong with a guess. */
export function hasCronSecret(request: Request): boolean {
  const given = request.headers.get('authorization') ?? ''
  return (
    Boolean(env.cronSecret) && timingSafeEqual(digest(given), digest(`Bearer ${env.cronSecret}`))
  )
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
