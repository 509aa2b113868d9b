import { health } from '@/lib/leads/health'

export const dynamic = 'force-dynamic'

/** For load balancers and watchdogs: 503 when leads can be neither sent nor kept. */
export async function GET() {
  const report = await health()
  return Response.json(report, {
    status: report.ok ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}
