import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordUnrecorded } from '@/lib/leads/deliver'
import { getJournal, type Journal } from '@/lib/leads/journal'
import { maintain } from '@/lib/leads/maintenance'
import { redeliverDue, sendDue } from '@/lib/leads/redeliver'
import { webhookNames } from '@/lib/server/env'
import { logError } from '@/lib/server/log'
import { perProcess } from '@/lib/server/per-process'
import { shutdown } from '@/lib/server/shutdown'
import { writeVisits } from '@/lib/visits/counts'
import { checkAlerts } from './alerts'

const second = 1000
const minute = 60 * second

/**
 * Starts the loops of a self-hosted server: redelivery for each webhook, maintenance, alerts, and counts. On Vercel, a cron job
 * calls app/api/leads/redeliver instead, and requests call `redeliverAfterRequest`.
 */
export function startBackground(): void {
  // Each webhook has its own loop, so a slow one delays no other.
  for (const webhook of webhookNames)
    repeat(
      second,
      withJournal((journal) => sendDue(journal, webhook)),
    )
  // A slow webhook does not delay what was sent while the journal failed.
  repeat(second, withJournal(recordUnrecorded))
  // First after ten minutes, so that leads that were due during a downtime are sent before they are given up.
  repeat(60 * minute, withJournal(maintain), 10 * minute)
  repeat(10 * second, checkAlerts)
  repeat(10 * second, writeVisits)

  /** Runs a task again and again until the shutdown, also after it has failed. */
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
      shutdown.running.add(run)
      repeat(intervalMs, task, await run)
      shutdown.running.delete(run)
    }, waitMs)
    timer.unref()
  }
}

/** The task with the journal. Without one, it does nothing. */
function withJournal(task: (journal: Journal) => Promise<unknown>) {
  return async () => {
    const journal = getJournal()
    if (journal) await task(journal)
  }
}

/** How long a cron call leases leads. The sends that are then open end within the route's `maxDuration`. */
export const cronBudgetMs = 30_000

/** How long leads are leased after a request was answered. The sends that are then open end within `maxDuration`. */
const afterRequestBudgetMs = 10_000
const afterRequest = perProcess('after request', () => ({ lastAt: Number.NEGATIVE_INFINITY }))
/** Longer than the wait of a lead after its first attempt. */
export const retryAfterRequestMs = 6 * second

/**
 * Sends due leads after a request was answered, where no background loop runs: at most once a minute in each instance.
 * After a send that failed, it always runs, when that lead is due again. Never throws.
 */
export async function redeliverAfterRequest({
  sendFailed = false,
  waitMs = retryAfterRequestMs,
} = {}): Promise<void> {
  const isEarly = performance.now() - afterRequest.lastAt < minute
  if (isEarly && !sendFailed) return
  afterRequest.lastAt = performance.now()
  if (sendFailed) await sleep(waitMs)
  try {
    const journal = getJournal()
    if (journal) await redeliverDue(journal, afterRequestBudgetMs)
  } catch (error) {
    logError('redelivery', error)
  }
  await checkAlerts()
}
