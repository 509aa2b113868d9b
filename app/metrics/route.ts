import { hasCronSecret } from '@/lib/http/cron-secret'
import { metrics } from '@/lib/ops/metrics'

export const dynamic = 'force-dynamic'

/** For Prometheus, with the CRON_SECRET. */
export async function GET(request: Request) {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; version=0.0.4' }
  if (!hasCronSecret(request))
    return new Response('The CRON_SECRET does not match, or is not set\n', { status: 401, headers })
  return new Response(await metrics(), { headers })
}
