import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { env } from '@/lib/env'
import { log, warn } from '@/lib/log'
import { isPersonal } from '../forms/attribution'
import { recordConsent } from './consent'
import type { Journal } from './journal'
import { storedColumns, toLeasedLead } from './lead'
import type { LeadMetadata } from './payload'
import type { Store } from './store/database'

const day = 86_400_000
/** A clock that has moved by more than this since the last maintenance, or the newest lead, may be wrong. */
const clockJumpMs = 2 * day
const noticeMs = 7 * day
/** Small, because SQLite blocks the thread that serves visitors. */
const batchSize = 100

/**
 * Gives up leads that were not accepted in time, and deletes old data. Does neither for a day after the clock has jumped,
 * because a wrong clock would delete what cannot be restored. Returns how many leads lost their personal data.
 */
export async function maintain(
  journal: Journal,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const deadline = performance.now() + budgetMs
  await recordMissingConsents(journal.store, deadline)
  if (!(await isClockTrusted(journal.store))) return 0
  await inBatches(deadline, async () => {
    const givenUp = await journal.giveUp(batchSize)
    for (const { id, kind, outcome } of givenUp)
      log('dead', { id, kind, outcome: outcome ?? 'not sent' })
    return givenUp
  })
  return purgeOld(journal.store, deadline)
}

/** Works in batches until one is not full or the deadline has passed. Returns how many rows they had together. */
async function inBatches(deadline: number, batch: () => Promise<unknown[]>): Promise<number> {
  let count = 0
  while (performance.now() < deadline) {
    const rows = await batch()
    count += rows.length
    if (rows.length < batchSize) break
    await setImmediate()
  }
  return count
}

async function isClockTrusted(store: Store): Promise<boolean> {
  const [row] = await store.read(
    `SELECT ${store.now()} AS now, (SELECT trusted_at FROM maintenance) AS "trustedAt",
     COALESCE((SELECT seen_at FROM maintenance), (SELECT MAX(created_at) FROM leads)) AS "seenAt"`,
  )
  const now = Number(row?.now)
  // A new journal has nothing to delete.
  const seenAt = Number(row?.seenAt ?? now)
  const hasJumped = Math.abs(now - seenAt) > clockJumpMs
  const trustedAt = hasJumped ? now + day : Number(row?.trustedAt ?? now)
  await store.write(
    `INSERT INTO maintenance (id, seen_at, trusted_at) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, trusted_at = excluded.trusted_at`,
    [now, trustedAt],
  )
  if (hasJumped)
    warn(
      `The journal was last used at ${new Date(seenAt).toISOString()}, more than ${clockJumpMs / day} days from the time of the clock. For a day, no old lead is deleted. If the clock is wrong, set it`,
    )
  return now >= trustedAt
}

/** Version 1.0.0 recorded no consents. A server of it may still be running beside this one. */
async function recordMissingConsents(store: Store, deadline: number): Promise<void> {
  await inBatches(deadline, async () => {
    const rows = await store.read(
      `SELECT ${storedColumns} FROM leads WHERE payload IS NOT NULL
         AND state IN ('pending', 'leased', 'delivered', 'dead')
         AND created_at >= ${store.now()} - ${env.consentRetentionDays * day}
         AND NOT EXISTS (SELECT 1 FROM consents WHERE consents.id = leads.id) LIMIT ${batchSize}`,
    )
    for (const row of rows) await recordConsent(store.write, toLeasedLead(row))
    return rows
  })
}

/**
 * Deletes the personal data of old delivered leads, but not their campaigns, and their rows a year after delivery.
 * Announces old dead and suspect leads in the log, and deletes them a week later; until then `next_at` is the time of
 * deletion. Deletes old proofs of consent. Returns how many leads lost their personal data.
 */
export async function purgeOld(store: Store, deadline = Number.POSITIVE_INFINITY) {
  const personalDataMs = env.retentionDays * day
  const rowMs = Math.max(env.retentionDays, 365) * day
  const undeliveredMs = Math.max(env.undeliveredRetentionDays * day - noticeMs, 0)
  const ago = (ms: number) => `${store.now()} - ${ms}`

  const change = (sql: string, where: string) =>
    inBatches(deadline, () =>
      store.write(
        `${sql} WHERE id IN (SELECT id FROM leads WHERE ${where} LIMIT ${batchSize} ${store.skipLocked}) RETURNING id`,
      ),
    )

  const stripped = await inBatches(deadline, async () => {
    const rows = await store.read(
      `SELECT id, extras FROM leads WHERE state = 'delivered' AND payload IS NOT NULL
         AND delivered_at < ${ago(personalDataMs)} LIMIT ${batchSize}`,
    )
    const strip = 'UPDATE leads SET payload = NULL, extras = $2 WHERE id = $1 RETURNING id'
    for (const { id = null, extras } of rows) {
      const kept = withoutPersonalData(JSON.parse(String(extras)))
      await store.write(strip, [id, JSON.stringify(kept)])
    }
    return rows
  })
  await change(
    'DELETE FROM leads',
    `state = 'delivered' AND created_at < ${ago(rowMs)} AND delivered_at < ${ago(rowMs)}`,
  )
  const expiring = `state IN ('dead', 'suspect') AND created_at < ${ago(undeliveredMs)}`
  const deleted = await change('DELETE FROM leads', `${expiring} AND next_at <= ${store.now()}`)
  const announced = await change(
    `UPDATE leads SET next_at = ${store.now()} + ${noticeMs}`,
    `${expiring} AND next_at IS NULL`,
  )
  if (announced > 0)
    log('warning', {
      warning: `${announced} dead or suspect leads will be deleted in ${noticeMs / day} days. npm run leads lists them`,
    })
  await inBatches(deadline, () =>
    store.write(
      `DELETE FROM consents WHERE id IN (SELECT id FROM consents
         WHERE created_at < ${ago(env.consentRetentionDays * day)} LIMIT ${batchSize} ${store.skipLocked}) RETURNING id`,
    ),
  )
  await store.write(
    `DELETE FROM limit_counts WHERE key IN (SELECT key FROM limit_counts
       WHERE ends_at < ${store.now()} - 3600000 ${store.skipLocked}) RETURNING key`,
  )
  await store.finishPurge()
  return stripped + deleted
}

/** The campaign stays, so that the leads of last quarter can be counted by it. */
function withoutPersonalData({ consent, attribution = {} }: LeadMetadata): LeadMetadata {
  const kept = Object.entries(attribution).filter(([name]) => !isPersonal(name))
  return { consent, attribution: Object.fromEntries(kept), purged: true }
}
