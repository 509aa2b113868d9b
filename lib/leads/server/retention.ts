import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { env } from '@/lib/server/env'
import { log } from '@/lib/server/log'
import type { Journal } from './journal/journal'

/**
 * How long leads are kept. Delivered leads lose their personal data first, and are deleted after a year. Dead and
 * suspect leads are announced in the log, and deleted a week later; until then `next_at` says when.
 */

const day = 86_400_000
const noticeMs = 7 * day
/** Small enough not to hold up a server that shares its thread with SQLite. */
const batchSize = 100

/** Returns how many leads lost their personal data. */
export async function purgeOld(journal: Journal, budgetMs = Number.POSITIVE_INFINITY) {
  const deadline = performance.now() + budgetMs
  const retention = env.retentionDays * day
  const old = Math.max(env.retentionDays, 365) * day
  const undelivered = Math.max(env.undeliveredRetentionDays * day - noticeMs, 0)
  const past = (ms: number) => `${journal.now} - ${ms}`

  const stripped = await inBatches(
    'UPDATE leads SET payload = NULL, extras = NULL',
    `state = 'delivered' AND payload IS NOT NULL AND delivered_at < ${past(retention)}`,
  )
  await inBatches(
    'DELETE FROM leads',
    `state = 'delivered' AND created_at < ${past(old)} AND delivered_at < ${past(old)}`,
  )
  const expiring = `state IN ('dead', 'suspect') AND created_at < ${past(undelivered)}`
  const deleted = await inBatches('DELETE FROM leads', `${expiring} AND next_at <= ${journal.now}`)
  const announced = await inBatches(
    `UPDATE leads SET next_at = ${journal.now} + ${noticeMs}`,
    `${expiring} AND next_at IS NULL`,
  )
  if (announced > 0)
    log('warning', {
      warning: `${announced} dead or suspect leads are deleted in ${noticeMs / day} days. npm run leads lists them`,
    })
  await journal.query(
    `DELETE FROM rate_limits WHERE expire < ${journal.now} - 3600000 RETURNING key`,
  )
  return stripped + deleted

  async function inBatches(change: string, where: string): Promise<number> {
    let count = 0
    while (performance.now() < deadline) {
      const rows = await journal.query(
        `${change} WHERE id IN (SELECT id FROM leads WHERE ${where} LIMIT ${batchSize} ${journal.skipLocked}) RETURNING id`,
      )
      count += rows.length
      if (rows.length < batchSize) break
      await setImmediate()
    }
    return count
  }
}
