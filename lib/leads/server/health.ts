import 'server-only'
import { missingWebhooks, webhookNames } from '@/lib/server/env'
import type { Journal } from './journal/journal'
import { getJournal } from './journal/open'
import { leadStates } from './journal/records'
import { failingWebhooks } from './recent-sends'

/** Counts stop here, so that they cost the same with a million leads. */
const countLimit = 10_000

/**
 * Not ok when a lead could now be neither sent nor stored. The details say which leads wait, and never hold an
 * address or a person.
 */
export async function health({ details }: { details: boolean }) {
  const journal = await openJournal()
  const missing = missingWebhooks()
  const stored = typeof journal === 'object'
  const sent = missing.length === 0 && failingWebhooks().length === 0
  const ok = stored || sent
  if (!details) return { ok }
  const webhooks = Object.fromEntries(
    webhookNames.map((name) => [name, missing.includes(name) ? 'not set' : 'set']),
  )
  return stored
    ? { ok, webhooks, journal: journal.name, ...(await waiting(journal)) }
    : { ok, webhooks, journal }
}

/** The journal if it takes leads now. */
async function openJournal(): Promise<Journal | 'off' | 'failing'> {
  try {
    const journal = getJournal()
    await journal?.check()
    return journal ?? 'off'
  } catch {
    return 'failing'
  }
}

async function waiting(journal: Journal) {
  const rows = await journal.query(
    leadStates
      .map(
        (state) => `SELECT '${state}' AS state,
          (SELECT COUNT(*) FROM (SELECT 1 FROM leads WHERE state = '${state}' LIMIT ${countLimit}) AS counted) AS leads,
          (SELECT MIN(created_at) FROM leads WHERE state = '${state}') AS oldest`,
      )
      .join(' UNION ALL '),
  )
  const oldest = (...among: string[]) => {
    const times = rows.flatMap(({ state, oldest }) =>
      among.includes(String(state)) && oldest !== null ? Number(oldest) : [],
    )
    return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null
  }
  return {
    leads: Object.fromEntries(rows.map(({ state, leads }) => [state, Number(leads)])),
    oldestUndelivered: oldest('pending', 'leased', 'dead'),
    oldestSuspect: oldest('suspect'),
  }
}
