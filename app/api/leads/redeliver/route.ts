import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import { cronBudgetMs, purgeOld, redeliverDue } from '@/lib/leads/redeliver'
import { theJournal } from '@/lib/leads/store/open'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

/** The clockwork where no server runs on: a cron calls it with the secret. */
export async function GET(request: Request) {
  if (!env.cronSecret) return answer(404, { error: 'CRON_SECRET is not set' })
  if (!same(request.headers.get('authorization') ?? '', `Bearer ${env.cronSecret}`))
    return answer(401, { error: 'The CRON_SECRET does not match' })
  const journal = theJournal()
  if (!journal) return answer(409, { error: 'There is no journal: set DATABASE_URL' })
  await journal.revive(new Date())
  const tally = await redeliverDue(journal, cronBudgetMs)
  return answer(200, { ...tally, purged: await purgeOld(journal) })
}

function answer(status: number, body: object) {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** Takes the same time whatever is wrong with the guess. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
