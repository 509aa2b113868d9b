import 'server-only'
import { constants } from 'node:os'
import { webhookNames, webhooksVersion } from '@/lib/server/env'
import { logError } from '@/lib/server/log'
import { checkAlerts } from './alerts'
import { getJournal } from './journal/open'
import { dueLane, type Lane } from './redeliver'
import { purgeOld } from './retention'
import { abortSends, shutdown } from './shutdown'

/** Redelivery and retention on a server of one's own. Where none runs on, a cron does the same. */

const tickMs = 1000
const purgeEveryMs = 3_600_000
const alertEveryMs = 10_000
/** After SIGTERM: when what is being sent is given back, and when the process ends whatever is still open. */
const sendGraceMs = 10_000
const exitMs = 14_000

export function startBackground(): void {
  const running = new Map<string, Promise<void>>()
  const lanes = new Map<string, Lane>()
  let requeuedFor: string | undefined
  let purgedAt = Number.NEGATIVE_INFINITY
  let alertedAt = Number.NEGATIVE_INFINITY

  for (const webhook of webhookNames) repeat(webhook, () => sendDue(webhook))
  repeat('housekeeping', keepHouse)
  repeat('alerts', alert)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))

  async function sendDue(webhook: string) {
    const journal = getJournal()
    if (!journal) return
    const lane = lanes.get(webhook) ?? dueLane(journal, webhook)
    lanes.set(webhook, lane)
    await lane.run()
  }

  async function keepHouse() {
    const journal = getJournal()
    if (!journal) return
    const version = webhooksVersion()
    if (version !== requeuedFor) {
      if (requeuedFor !== undefined) journal.startDeployment()
      await journal.requeueGone()
      requeuedFor = version
    }
    if (performance.now() - purgedAt < purgeEveryMs) return
    await purgeOld(journal)
    purgedAt = performance.now()
  }

  async function alert() {
    if (performance.now() - alertedAt < alertEveryMs) return
    await checkAlerts()
    alertedAt = performance.now()
  }

  /** Every second, whatever fails, until the process is to end. */
  function repeat(name: string, work: () => Promise<void>) {
    const timer = setTimeout(async () => {
      if (shutdown.started) return
      const run = work().catch((error) => logError('redelivery', error))
      running.set(name, run)
      await run
      repeat(name, work)
    }, tickMs)
    timer.unref()
  }

  /**
   * Next.js closes the server, waits for its requests, and exits without a hook to wait for more. So `process.exit`
   * waits here for what the background is sending, but no longer than `exitMs` in all.
   */
  function stop(signal: 'SIGTERM' | 'SIGINT') {
    shutdown.started = true
    const exit = process.exit.bind(process)
    setTimeout(abortSends, sendGraceMs).unref()
    setTimeout(() => exit(128 + constants.signals[signal]), exitMs).unref()
    process.exit = ((code) => {
      void Promise.allSettled(running.values())
        .then(() => Promise.allSettled([...lanes.values()].map((lane) => lane.finish())))
        .then(() => exit(code))
    }) as typeof process.exit
  }
}
