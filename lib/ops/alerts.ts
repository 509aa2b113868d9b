import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { getJournal } from '@/lib/leads/journal'
import { sendOnce } from '@/lib/leads/send'
import type { Store } from '@/lib/leads/store/database'
import { env } from '@/lib/server/env'
import { withLeadsCommand } from '@/lib/server/leads-command'
import { log, logError } from '@/lib/server/log'
import { perProcess } from '@/lib/server/per-process'
import { site } from '@/lib/site'
import { type Condition, duration, findConditions, hasPassed, journalCondition } from './conditions'
import { digest } from './digest'

/**
 * Tells ops through ALERT_WEBHOOK_URL which conditions hold, and when they are over. Texts have neither personal data
 * nor addresses. What was told is in the journal, so that of several instances one tells.
 */

type Alert = { since: number; seenAt: number; triedAt: number; toldAt: number | null }

const alertsInMemory = perProcess('alerts', () => new Map<string, Alert>())

const minute = 60_000
const requestTimeoutMs = 5000
/** Longer than the circuit breaker of the database stays open. */
const journalRecheckMs = 8000
/** A message that could not be sent, or whose sender was killed, is sent after this. */
const retryMs = 5 * minute
/** A condition is over when it has been absent for this long, so that one that comes and goes is told once. */
const quietMs = 10 * minute

/** Never throws. Does nothing without ALERT_WEBHOOK_URL or without a journal. */
export async function checkAlerts(
  openJournal = getJournal,
  recheckAfterMs = journalRecheckMs,
): Promise<void> {
  if (!env.alertWebhookUrl) return
  const check = async () => openJournal()?.store.check()
  // Most faults are short.
  const recheck = () => setTimeout(recheckAfterMs).then(check)
  let fault: unknown
  const store = await check()
    .catch(recheck)
    .catch((error) => {
      fault = error
    })
  if (!store && !fault) return
  try {
    await tell(null, [journalCondition(fault)])
    const digests = store && env.digest ? [digest(store)] : []
    if (store) await tell(store, [...(await findConditions(store)), ...digests])
  } catch (error) {
    logError('alerts', error)
  }
}

/** Without a journal, what was told is in the memory of this process. */
async function tell(store: Store | null, conditions: Condition[]): Promise<void> {
  const { now, alerts } = await readAlerts(store)
  for (const condition of conditions) {
    const { name, detail, message, isToldAgain } = condition
    const alert = alerts.get(name)
    if (detail !== null) {
      const { since, triedAt, toldAt } = alert ?? { since: now, triedAt: null, toldAt: null }
      const isDue =
        (triedAt === null || hasPassed(retryMs, triedAt, now)) &&
        ((toldAt === null && !message) || isToldAgain(toldAt ?? since, now))
      // It is written once, so that the first day is known.
      if (message && alert && !isDue) continue
      const seen = { since, seenAt: now, triedAt: isDue ? now : Number(triedAt), toldAt }
      const isMine = await replaceAlert(store, name, alert, seen)
      if (!isDue || !isMine) continue
      const text = message ? await message(now) : `${name}: ${detail}`
      if (await sendAlert(name, text))
        await replaceAlert(store, name, seen, { ...seen, toldAt: now })
    } else if (alert && hasPassed(quietMs, alert.seenAt, now)) {
      const isMine = await replaceAlert(store, name, alert, null)
      if (isMine && alert.toldAt !== null)
        await sendAlert(name, `Resolved after ${duration(alert.seenAt - alert.since)}: ${name}.`)
    }
  }
}

async function readAlerts(store: Store | null) {
  if (!store) return { now: Date.now(), alerts: alertsInMemory }
  const rows = await store.read(
    `SELECT ${store.now()} AS now, name, since, seen_at AS "seenAt", tried_at AS "triedAt", told_at AS "toldAt"
     FROM (SELECT 1) AS one LEFT JOIN alerts ON TRUE`,
  )
  return {
    now: Number(rows[0]?.now),
    alerts: new Map(rows.flatMap((row) => (row.name ? [[String(row.name), row as Alert]] : []))),
  }
}

/** False when another instance has tried to tell the alert since it was read. */
async function replaceAlert(
  store: Store | null,
  name: string,
  before: Alert | undefined,
  after: Alert | null,
): Promise<boolean> {
  if (!store) return after ? Boolean(alertsInMemory.set(name, after)) : alertsInMemory.delete(name)
  const key = [name, before?.triedAt ?? null]
  const changed = after
    ? await store.write(
        `INSERT INTO alerts (name, since, seen_at, tried_at, told_at) VALUES ($1, $3, $4, $5, $6)
         ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, tried_at = excluded.tried_at,
           told_at = COALESCE(excluded.told_at, alerts.told_at)
         WHERE alerts.tried_at = $2 RETURNING name`,
        [...key, after.since, after.seenAt, after.triedAt, after.toldAt],
      )
    : await store.write('DELETE FROM alerts WHERE name = $1 AND tried_at = $2 RETURNING 1', key)
  return changed.length > 0
}

/** Names the site, because ops may run several. */
export function alertBody(text: string): string {
  const host = env.siteUrlIsSet ? new URL(env.siteUrl).host : hostname()
  return JSON.stringify({ text: `${site.name} (${host}): ${withLeadsCommand(text)}` })
}

async function sendAlert(alert: string, text: string): Promise<boolean> {
  const message = { id: randomUUID(), body: alertBody(text) }
  const { outcome } = await sendOnce(message, String(env.alertWebhookUrl), [], requestTimeoutMs)
  if (outcome !== 'delivered') log('alert failed', { alert, outcome }, 'red')
  return outcome === 'delivered'
}
