import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { env } from '@/lib/server/env'
import { faultOf, log, warn } from '@/lib/server/log'
import { shutdown } from '@/lib/server/shutdown'
import { isPersonal } from '../forms/attribution'
import type { Journal } from './journal'
import type { LeadMetadata } from './lead'
import { giveUpOld } from './redeliver'
import type { Row, Store } from './store/database'

const minute = 60_000
const day = 1440 * minute
/** A clock that has moved by more than this since the last maintenance, or the newest lead, may be wrong. */
export const clockJumpMs = 2 * day
/** Small, because SQLite blocks the thread that serves visitors. */
const batchSize = 100

type Jobs = Record<string, () => Promise<unknown>>

/**
 * Gives up leads that were not accepted in time, and deletes old data. Does neither for a day after the clock has jumped,
 * because a wrong clock would delete what cannot be restored. Its work grows with the leads since the last time, not with all
 * leads of the journal.
 */
export async function maintain(journal: Journal, budgetMs = Number.POSITIVE_INFINITY) {
  const { store } = journal
  const deadline = performance.now() + budgetMs
  const isTrusted = await isClockTrusted(store)
  await runJobs(store, {
    ...(isTrusted && {
      'give up': () => inBatches(deadline, () => giveUpOld(journal, batchSize)),
      ...purges(store, deadline),
    }),
  })
  if (hasTime(deadline))
    await store.write(`UPDATE maintenance SET ended_at = ${store.now()} RETURNING id`)
}

/** One that fails does not stop the others. Throws the first fault when all have run. */
async function runJobs(store: Store, jobs: Jobs): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {}
  const faults: unknown[] = []
  for (const [job, run] of Object.entries({ ...jobs, 'clean up': store.cleanUp })) {
    try {
      counts[job] = await run()
    } catch (error) {
      log('maintenance fault', { job, fault: faultOf(error) }, 'red')
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return counts
}

/** What is left is done the next time. */
function hasTime(deadline: number): boolean {
  return performance.now() < deadline && !shutdown.started
}

/** Works in batches until one is not full, the deadline has passed, or the server shuts down. Returns how many rows they had. */
async function inBatches(deadline: number, batch: () => Promise<unknown[]>): Promise<number> {
  let count = 0
  for (let began = performance.now(); hasTime(deadline); began = performance.now()) {
    const rows = await batch()
    count += rows.length
    if (rows.length < batchSize) break
    // A page takes several turns of the event loop, and would wait for a batch in each.
    await setTimeout((performance.now() - began) / 2)
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
  return now >= trustedAt
}

/** Deletes old data. Returns how many leads lost their personal data. */
export async function purgeOld(store: Store): Promise<number> {
  const { strip, expired } = await runJobs(store, purges(store, Number.POSITIVE_INFINITY))
  return Number(strip) + Number(expired)
}

function purges(store: Store, deadline: number): Jobs {
  const personalDataMs = env.retentionDays * day
  const rowMs = Math.max(env.retentionDays, 365) * day
  const undeliveredMs = env.undeliveredRetentionDays * day
  const consentMs = env.consentRetentionDays * day
  const ago = (ms: number) => `${store.now()} - ${ms}`

  const deleteFrom = (table: 'leads' | 'consents', where: string) =>
    inBatches(deadline, () =>
      store.write(
        `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${where} LIMIT ${batchSize} ${store.skipLocked}) RETURNING id`,
      ),
    )

  return {
    strip: () =>
      inBatches(deadline, () =>
        store.transaction(async (query) => {
          const rows = await query(
            `SELECT id, extras FROM leads WHERE payload IS NOT NULL AND delivered_at < ${ago(personalDataMs)}
             ORDER BY delivered_at LIMIT ${batchSize} ${store.skipLocked}`,
          )
          const strip = 'UPDATE leads SET payload = NULL, extras = $2 WHERE id = $1 RETURNING id'
          for (const row of rows) await query(strip, [String(row.id), strippedExtras(row)])
          return rows
        }),
      ),
    delivered: () =>
      deleteFrom(
        'leads',
        `state = 'delivered' AND created_at < ${ago(rowMs)} AND delivered_at < ${ago(rowMs)} ORDER BY created_at`,
      ),
    expired: () =>
      deleteFrom('leads', `state IN ('dead', 'held') AND created_at < ${ago(undeliveredMs)}`),
    'old consents': () =>
      deleteFrom('consents', `created_at < ${ago(consentMs)} ORDER BY created_at`),
    counters: () =>
      store.write(
        `DELETE FROM limit_counts WHERE key IN (SELECT key FROM limit_counts
           WHERE ends_at < ${store.now()} - 3600000 ${store.skipLocked}) RETURNING key`,
      ),
    visits: () =>
      store.write(`DELETE FROM visit_counts WHERE day < ${ago(400 * day)} RETURNING day`),
  }
}

/** The campaign stays, so that the leads of last quarter can be counted by it. */
function strippedExtras({ id, extras }: Row): LeadMetadata {
  let kept: LeadMetadata = { consent: '', purged: true }
  try {
    const { consent = '', attribution = {} }: LeadMetadata = JSON.parse(String(extras))
    const campaign = Object.entries(attribution).filter(([name]) => !isPersonal(name))
    kept = { consent, attribution: Object.fromEntries(campaign), purged: true }
  } catch {
    warn(`The data of lead ${id} cannot be read, so all of it was deleted, also its campaign`)
  }
  return kept
}
