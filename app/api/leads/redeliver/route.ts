import { createHash, timingSafeEqual } from 'node:crypto'
import { getJournal, maintain, redeliverDue } from '@/lib/leads'
import { checkAlerts } from '@/lib/ops/alerts'
import { cronBudgetMs } from '@/lib/ops/background'
import { env } from '@/lib/server/env'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

const maintenanceBudgetMs = 3000

/** Lets a cron job deliver pending leads, delete old ones, and send alerts on serverless hosts. */
export async function GET(request: Request) {
  if (!env.cronSecret) return respond(404, { error: 'CRON_SECRET is not set' })
  if (!hasCronSecret(request)) return respond(401, { error: 'The CRON_SECRET does not match' })
  try {
    const journal = getJournal()
    if (!journal) return respond(409, { error: 'There is no journal. Set DATABASE_URL' })
    await redeliverDue(journal, cronBudgetMs)
    await maintain(journal, maintenanceBudgetMs)
    return respond(200, { ok: true })
  } finally {
    await checkAlerts()
  }
}

/** The comparison takes the same time for every wrong secret. */
function hasCronSecret({ headers }: Request): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const authorization = headers.get('authorization') ?? ''
  return timingSafeEqual(digest(authorization), digest(`Bearer ${env.cronSecret}`))
}

function respond(status: number, body: object) {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
