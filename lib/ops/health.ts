import 'server-only'
import { hasFailingWebhook, unrecordedNow } from '@/lib/leads/delivery'
import { getJournal } from '@/lib/leads/journal'
import { missingWebhooks } from '@/lib/leads/webhook-addresses'
import { webhookNames } from '@/lib/server/env'
import { journalFacts, release } from './journal-facts'

/**
 * Not ok when a lead could be neither sent nor recorded now. The details count the leads by state, and contain no
 * webhook address and no personal data.
 */
export async function health({ details }: { details: boolean }) {
  const read = async () => {
    const store = await getJournal()?.store.check()
    if (!store) return 'off'
    return { name: store.name, facts: details ? await journalFacts(store) : null }
  }
  const journal = await read().catch(() => 'failing' as const)
  const missing = missingWebhooks()
  const canRecord = typeof journal === 'object'
  const canSend = missing.length === 0 && !hasFailingWebhook()
  const ok = canRecord || canSend
  if (!details) return { ok }
  const webhooks = Object.fromEntries(
    webhookNames.map((name) => [name, missing.includes(name) ? 'not set' : 'set']),
  )
  const report = { ok, ...release, webhooks }
  if (!canRecord || !journal.facts) return { ...report, journal }
  const { name, facts } = journal
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    ...report,
    journal: name,
    journalBytes: facts.bytes,
    leads: facts.leads,
    oldestUndelivered: iso(facts.oldestUndelivered),
    oldestHeld: iso(facts.oldestHeld),
    unrecorded: unrecordedNow(),
    lastDelivered: iso(facts.lastDelivered),
    lastMaintenance: iso(facts.lastMaintenance),
  }
}
