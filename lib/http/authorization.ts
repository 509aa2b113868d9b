import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/server/env'

export function hasCronSecret(request: Request): boolean {
  return hasToken(request, env.cronSecret)
}

/** Whether a request may read the metrics and the details of the health. */
export function mayReadMetrics(request: Request): boolean {
  return hasToken(request, env.metricsToken) || hasCronSecret(request)
}

/** The comparison takes the same time for every wrong token. */
function hasToken(request: Request, token: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const authorization = request.headers.get('authorization') ?? ''
  return Boolean(token) && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}
