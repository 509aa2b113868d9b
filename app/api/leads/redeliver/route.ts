import { checkAlerts } from '@/lib/leads/server/alerts'
import { getJournal } from '@/lib/leads/server/journal/open'
import { cronBudgetMs, redeliverDue } from '@/lib/leads/server/redeliver'
import { purgeOld } from '@/lib/leads/server/retention'
import { hasCronSecret } from '@/lib/server/cron-secret'
import { env } from '@/lib/server/env'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

const purgeBudgetMs = 3000

/** Redelivery and retention where no server runs on: a cron calls it with the secret. */
export async function GET(request: Request) {
  if (!env.cronSecret) return answer(404, { error: 'CRON_SECRET is not set' })
  if (!hasCronSecret(request)) return answer(401, { error: 'The CRON_SECRET does not match' })
  try {
    const journal = getJournal()
    if (!journal) return answer(409, { error: 'There is no journal: set DATABASE_URL' })
    await journal.requeueGone()
    const tally = await redeliverDue(journal, cronBudgetMs)
    return answer(200, { ...tally, purged: await purgeOld(journal, purgeBudgetMs) })
  } finally {
    await checkAlerts()
  }
}

function answer(status: number, body: object) {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
