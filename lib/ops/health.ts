import 'server-only'
import { getJournal } from '@/lib/leads/journal'
import { missingWebhooks, sending } from '@/lib/leads/send'

/** Whether a lead can be recorded or sent now. */
export async function isHealthy(): Promise<boolean> {
  const canRecord = await recordsLeads().catch(() => false)
  return canRecord || (missingWebhooks().length === 0 && !hasFailingWebhook())
}

async function recordsLeads(): Promise<boolean> {
  return Boolean(await getJournal()?.store.check())
}

/** A failed send counts for a minute. After that, it no longer says whether the webhook works. */
const failureCountsMs = 60_000

/** Whether the last send to a webhook failed, within the last minute. */
function hasFailingWebhook(): boolean {
  const since = performance.now() - failureCountsMs
  return [...sending.failedAt.values()].some((at) => at > since)
}
