import 'server-only'
import { missingWebhooks } from '@/lib/env'
import { theJournal } from './store/open'

/** Can leads be kept, can they be sent, and which wait. Never an address, never a person. */
export async function health() {
  const missing = missingWebhooks()
  const webhooks = Object.fromEntries(
    ['CALLBACK_WEBHOOK_URL', 'BOOKING_WEBHOOK_URL'].map((name) => [
      name,
      missing.includes(name) ? 'not set' : 'set',
    ]),
  )
  const journal = await journalHealth()
  const lost = missing.length > 0 && !('leads' in journal)
  return { ok: !lost, webhooks, ...journal }
}

async function journalHealth() {
  try {
    const journal = theJournal()
    if (!journal) return { journal: 'off' as const }
    const { oldestUndelivered, ...leads } = await journal.counts()
    const oldest = oldestUndelivered === null ? null : new Date(oldestUndelivered).toISOString()
    return { journal: journal.name, leads, oldestUndelivered: oldest }
  } catch {
    return { journal: 'failing' as const }
  }
}
