import 'server-only'
import { hasFailingWebhook } from '@/lib/leads/delivery'
import { getJournal } from '@/lib/leads/journal'
import { missingWebhooks } from '@/lib/leads/webhook-addresses'

/** Whether a lead can be recorded or sent now. */
export async function isHealthy(): Promise<boolean> {
  const canRecord = await recordsLeads().catch(() => false)
  return canRecord || (missingWebhooks().length === 0 && !hasFailingWebhook())
}

async function recordsLeads(): Promise<boolean> {
  return Boolean(await getJournal()?.store.check())
}
