import 'server-only'
import { type WebhookName, webhookNames } from '@/lib/server/env'
import { logError } from '@/lib/server/log'
import { checkAlerts } from './alerts'
import { getJournal } from './journal/journal'
import { dueLane, type Lane } from './redeliver'
import { purgeOld } from './retention'
import { beginShutdown, shutdown } from './shutdown'

const second = 1000
const minute = 60 * second

/**
 * Starts the loops of a self-hosted server: redelivery for each webhook, maintenance, and alerts. On serverless hosts a
 * cron job calls app/api/leads/redeliver instead.
 */
export function startBackground(): void {
  const lanes = new Map<string, Lane>()
  const running = new Set<Promise<number>>()

  for (const webhook of webhookNames) repeat(second, () => sendDue(webhook))
  repeat(minute, async () => getJournal()?.reopenIfReplaced())
  repeat(60 * minute, async () => {
    const journal = getJournal()
    if (journal) await purgeOld(journal)
  })
  repeat(10 * second, () => checkAlerts())
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => beginShutdown(finish))

  async function sendDue(webhook: WebhookName) {
    const journal = getJournal()
    if (!journal) return
    const lane = lanes.get(webhook) ?? dueLane(journal, webhook)
    lanes.set(webhook, lane)
    await lane.run()
  }

  /** Runs a task, first after a second, then again and again until the shutdown, also after it has failed. */
  function repeat(intervalMs: number, task: () => Promise<unknown>, waitMs = second) {
    const timer = setTimeout(async () => {
      if (shutdown.started) return
      const run = task().then(
        () => intervalMs,
        (error) => {
          logError('redelivery', error)
          return Math.min(intervalMs, minute)
        },
      )
      running.add(run)
      repeat(intervalMs, task, await run)
      running.delete(run)
    }, waitMs)
    timer.unref()
  }

  async function finish() {
    await Promise.all(running)
    await Promise.allSettled([...lanes.values()].map((lane) => lane.finish()))
  }
}
