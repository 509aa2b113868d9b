import { mayReadMetrics } from '@/lib/http/authorization'
import { metrics } from '@/lib/ops/metrics'

export const dynamic = 'force-dynamic'

/** For Prometheus, with the METRICS_TOKEN. */
export async function GET(request: Request) {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; version=0.0.4' }
  if (!mayReadMetrics(request))
    return new Response('The METRICS_TOKEN does not match, or is not set\n', {
      status: 401,
      headers,
    })
  return new Response(await metrics(), { headers })
}
