import 'server-only'
import { webhookNames } from '@/lib/env'
import {
  getJournal,
  hasFailingWebhook,
  leadStates,
  missingWebhooks,
  type Store,
  unrecordedNow,
} from '@/lib/leads/admin'
import { countGroups } from './conditions'
import { journalFacts, siteVersion } from './journal-facts'

const countLimit = 10_000

/**
 * Not ok when a lead could be neither sent nor recorded now. The details count the leads by state, and contain no
 * webhook address and no personal data.
 */
export async function health({ details }: { details: boolean }) {
  const check = async () => (await getJournal()?.store.check()) ?? 'off'
  const journal = await check().catch(() => 'failing' as const)
  const missing = missingWebhooks()
  const canRecord = typeof journal === 'object'
  const canSend = missing.length === 0 && !hasFailingWebhook()
  const ok = canRecord || canSend
  if (!details) return { ok }
  const webhooks = Object.fromEntries(
    webhookNames.map((name) => [name, missing.includes(name) ? 'not set' : 'set']),
  )
  const report = { ok, version: siteVersion, webhooks }
  if (!canRecord) return { ...report, journal }
  const { lastMaintenance, lastDelivered, bytes } = await journalFacts(journal)
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    ...report,
    journal: journal.name,
    journalBytes: bytes,
    ...(await leadCounts(journal)),
    unrecorded: unrecordedNow(),
    lastDelivered: iso(lastDelivered),
    lastMaintenance: iso(lastMaintenance),
  }
}

async function leadCounts(store: Store) {
  const groups = leadStates.map((name) => ({ name, where: `state = '${name}'` }))
  const counts = await countGroups(store, groups, countLimit)
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
