import 'server-only'
import { getJournal } from '@/lib/leads/journal'
import { sending } from '@/lib/leads/send'
import { missingWebhooks } from '@/lib/server/env'

/** Whether a lead can be recorded or sent now. */
export async function isHealthy(): Promise<boolean> {
  const check = async () => Boolean(await getJournal()?.store.check())
  const canRecord = await check().catch(() => false)
  return canRecord || (missingWebhooks().length === 0 && !hasFailingWebhook())
}

/** A failed send counts for a minute. After that, it no longer says whether the webhook works. */
const failureCountsMs = 60_000

function hasFailingWebhook(): boolean {
  const since = performance.now() - failureCountsMs
  return [...sending.failedAt.values()].some((at) => at > since)
}
