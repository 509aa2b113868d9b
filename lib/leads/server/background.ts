import 'server-only'
import { webhookNames, webhooksVersion } from '@/lib/server/env'
import { logError } from '@/lib/server/log'
import { checkAlerts } from './alerts'
import { getJournal } from './journal/journal'
import { dueLane, type Lane } from './redeliver'
import { purgeOld } from './retention'
import { beginShutdown, shutdown } from './shutdown'

const intervalMs = 1000
const purgeIntervalMs = 3_600_000
const alertIntervalMs = 10_000

/**
 * Starts the loops of a self-hosted server: redelivery for each webhook, maintenance, and alerts. On serverless hosts a
 * cron job calls app/api/leads/redeliver instead.
 */
export function startBackground(): void {
  const lanes = new Map<string, Lane>()
  const lastRuns = new Map<string, Promise<void>>()
  let requeuedFor: string | undefined
  let purgedAt = Number.NEGATIVE_INFINITY
  let alertsCheckedAt = Number.NEGATIVE_INFINITY

  for (const webhook of webhookNames) repeat(webhook, () => sendDue(webhook))
  repeat('maintenance', maintain)
  repeat('alerts', alert)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => beginShutdown(finish))

  async function sendDue(webhook: string) {
    const journal = getJournal()
    if (!journal) return
    const lane = lanes.get(webhook) ?? dueLane(journal, webhook)
    lanes.set(webhook, lane)
    await lane.run()
  }

  async function maintain() {
    const journal = getJournal()
    if (!journal) return
    const webhooks = webhooksVersion()
    if (webhooks !== requeuedFor) {
      if (requeuedFor !== undefined) journal.startDeployment()
      await journal.requeueGone()
      requeuedFor = webhooks
    }
    if (performance.now() - purgedAt < purgeIntervalMs) return
    await purgeOld(journal)
    purgedAt = performance.now()
  }

  async function alert() {
    if (performance.now() - alertsCheckedAt < alertIntervalMs) return
    await checkAlerts()
    alertsCheckedAt = performance.now()
  }

  /** Runs a task one second after its last run ended, until the shutdown. A run that fails does not end the loop. */
  function repeat(name: string, task: () => Promise<void>) {
    const timer = setTimeout(async () => {
      if (shutdown.started) return
      const run = task().catch((error) => logError('redelivery', error))
      lastRuns.set(name, run)
      await run
      repeat(name, task)
    }, intervalMs)
    timer.unref()
  }

  async function finish() {
    await Promise.allSettled(lastRuns.values())
    await Promise.allSettled([...lanes.values()].map((lane) => lane.finish()))
  }
}
