import { after } from 'next/server'
import { redeliverAfterRequest } from '@/lib/ops/background'
import { isHealthy } from '@/lib/ops/health'
import { env } from '@/lib/server/env'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

/** For load balancers and monitors: 503 when leads can be neither sent nor recorded. */
export async function GET() {
  const ok = await isHealthy()
  // So that a monitor keeps waiting leads moving where no background loop runs.
  if (env.onVercel) after(redeliverAfterRequest)
  return Response.json({ ok }, { status: ok ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
