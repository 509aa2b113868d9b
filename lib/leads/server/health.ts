import 'server-only'
import { missingWebhooks, webhookNames } from '@/lib/server/env'
import { getJournal, type Journal } from './journal/journal'
import { leadStates } from './journal/records'
import { hasFailingWebhook } from './webhook'

/** Counting stops here, so that it takes no longer with a million leads. */
const countLimit = 10_000

/**
 * Not ok when a lead could be neither sent nor recorded now. The details count the leads by state, and contain no
 * webhook address and no personal data.
 */
export async function health({ details }: { details: boolean }) {
  const check = async () => (await getJournal()?.check()) ?? 'off'
  const journal = await check().catch(() => 'failing' as const)
  const missing = missingWebhooks()
  const canRecord = typeof journal === 'object'
  const canSend = missing.length === 0 && !hasFailingWebhook()
  const ok = canRecord || canSend
  if (!details) return { ok }
  const webhooks = Object.fromEntries(
    webhookNames.map((name) => [name, missing.includes(name) ? 'not set' : 'set']),
  )
  if (!canRecord) return { ok, webhooks, journal }
  return { ok, webhooks, journal: journal.store.name, ...(await leadCounts(journal)) }
}

async function leadCounts(journal: Journal) {
  const groups = leadStates.map((name) => ({ name, where: `state = '${name}'` }))
  const counts = await countGroups(journal, groups, countLimit)
  const oldest = (...states: string[]) => {
    const times = counts.flatMap(({ name, oldest }) => (states.includes(name) && oldest) || [])
    return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null
  }
  return {
    leads: Object.fromEntries(counts.map(({ name, leads }) => [name, leads])),
    oldestUndelivered: oldest('pending', 'leased', 'dead'),
    oldestSuspect: oldest('suspect'),
  }
}

/** The leads of one group: how many, and when the oldest came in and how its last attempt ended. */
export type LeadCount = {
  name: string
  leads: number
  oldest: number | null
  outcome: string | null
  now: number
}

/** Counts leads up to a limit, and by index, so that it takes no longer with a million of them. */
export async function countGroups(
  journal: Journal,
  groups: { name: string; where: string }[],
  limit: number,
): Promise<LeadCount[]> {
  const selects = groups.map(
    ({ name, where }) => `SELECT '${name}' AS name, ${journal.now} AS now,
      (SELECT COUNT(*) FROM (SELECT 1 FROM leads WHERE ${where} LIMIT ${limit}) AS counted) AS leads,
      (SELECT created_at FROM leads WHERE ${where} ORDER BY created_at LIMIT 1) AS oldest,
      (SELECT outcome FROM leads WHERE ${where} ORDER BY created_at LIMIT 1) AS outcome`,
  )
  return (await journal.read(selects.join(' UNION ALL '))) as LeadCount[]
}
