import 'server-only'
import { missingWebhooks, webhookNames } from '@/lib/server/env'
import { getJournal, type Journal } from './journal/journal'
import { leadStates } from './journal/records'
import { failingWebhooks } from './webhook'

/** Counting stops here, so that it takes no longer with a million leads. */
const countLimit = 10_000

/**
 * Not ok when a lead could be neither sent nor recorded now. The details count the leads by state, and contain no
 * webhook address and no personal data.
 */
export async function health({ details }: { details: boolean }) {
  const journal = await checkedJournal()
  const missing = missingWebhooks()
  const canRecord = typeof journal === 'object'
  const canSend = missing.length === 0 && failingWebhooks().length === 0
  const ok = canRecord || canSend
  if (!details) return { ok }
  const webhooks = Object.fromEntries(
    webhookNames.map((name) => [name, missing.includes(name) ? 'not set' : 'set']),
  )
  if (!canRecord) return { ok, webhooks, journal }
  return { ok, webhooks, journal: journal.store.name, ...(await leadCounts(journal)) }
}

/** The journal if it can record leads now. */
async function checkedJournal(): Promise<Journal | 'off' | 'failing'> {
  try {
    const journal = getJournal()
    await journal?.check()
    return journal ?? 'off'
  } catch {
    return 'failing'
  }
}

async function leadCounts(journal: Journal) {
  const rows = await journal.read(
    leadStates
      .map(
        (state) => `SELECT '${state}' AS state,
          (SELECT COUNT(*) FROM (SELECT 1 FROM leads WHERE state = '${state}' LIMIT ${countLimit}) AS counted) AS leads,
          (SELECT MIN(created_at) FROM leads WHERE state = '${state}') AS oldest`,
      )
      .join(' UNION ALL '),
  )
  const oldest = (...states: string[]) => {
    const times = rows.flatMap(({ state, oldest }) =>
      states.includes(String(state)) && oldest !== null ? Number(oldest) : [],
    )
    return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null
  }
  return {
    leads: Object.fromEntries(rows.map(({ state, leads }) => [state, Number(leads)])),
    oldestUndelivered: oldest('pending', 'leased', 'dead'),
    oldestSuspect: oldest('suspect'),
  }
}
