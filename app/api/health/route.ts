import { hasCronSecret } from '@/lib/http/cron-secret'
import { health } from '@/lib/leads/health'

export const dynamic = 'force-dynamic'

/** For load balancers and monitors: 503 when leads can be neither sent nor recorded. Details need the CRON_SECRET. */
export async function GET(request: Request) {
  const report = await health({ details: hasCronSecret(request) })
  return Response.json(report, {
    status: report.ok ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}
