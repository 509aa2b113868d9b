import { after } from 'next/server'
import { mayReadMetrics } from '@/lib/http/authorization'
import { redeliverAfterRequest } from '@/lib/ops/background'
import { health } from '@/lib/ops/health'
import { env } from '@/lib/server/env'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

/** For load balancers and monitors: 503 when leads can be neither sent nor recorded. Details need the METRICS_TOKEN. */
export async function GET(request: Request) {
  const report = await health({ details: mayReadMetrics(request) })
  // So that a monitor keeps waiting leads moving where no background loop runs.
  if (env.onVercel) after(redeliverAfterRequest)
  return Response.json(report, {
    status: report.ok ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}
