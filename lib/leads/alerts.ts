import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { env } from '@/lib/env'
import { log, logError } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { site } from '@/lib/site'
import { type Condition, causeOf, duration, findConditions, subject } from './conditions'
import { getJournal, Journal } from './journal'
import { inMemory, openSqlite } from './sqlite'
import { sendOnce } from './webhook'

/**
 * Tells ops through ALERT_WEBHOOK_URL what needs them, and when it is over. Texts have neither personal data nor
 * addresses. Which alerts are open is in the journal, so that of several instances one tells.
 */

const minute = 60_000
const hour = 60 * minute
const requestTimeoutMs = 5000
/** Longer than the circuit breaker of the database stays open. */
const journalRecheckMs = 8000
const repeatMs = 6 * hour
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
  const check = async () => openJournal()?.check()
  // Most faults are short.
  const recheck = () => setTimeout(recheckAfterMs).then(check)
  const journal = await check().catch(recheck).catch(causeOf)
  if (!journal) return
  try {
    if (typeof journal === 'string') {
      const text = `The journal cannot be written: ${journal}. Leads are sent without it. Visitors see an error only if that fails too. To see its state, run: npm run leads`
      await update(processAlerts(), [{ name: 'journal', text }])
    } else {
      const text = journal.fileChange
      const replaced = text === null ? [] : [{ name: 'replaced', text }]
      await update(processAlerts(), replaced)
      await update(journal, await findConditions(journal))
    }
  } catch (error) {
    logError('alerts', error)
  }
}

/** For the conditions that the journal cannot hold. Each process tells them by itself. */
function processAlerts(): Journal {
  return processWide('alerts', () => new Journal(openSqlite(inMemory)))
}

async function update(journal: Journal, conditions: Condition[]): Promise<void> {
  for (const { name, text, repeatAfterMs } of conditions)
    if ((await claim(journal, name, repeatAfterMs)) && (await send(name, text)))
      await journal.write(`UPDATE alerts SET told_at = ${journal.now} WHERE name = $1`, [name])

  const isQuiet = isOver('seen_at', quietMs, journal.now)
  if ((await journal.read(`SELECT name FROM alerts WHERE ${isQuiet}`)).length === 0) return
  const ended = await journal.write(`DELETE FROM alerts WHERE ${isQuiet} RETURNING *`)
  for (const { name, since, seen_at, told_at } of ended)
    if (told_at !== null)
      await send(
        String(name),
        `Resolved after ${duration(Number(seen_at) - Number(since))}: ${subject(String(name))}.`,
      )
}

/** True when the caller must tell this alert now. One statement decides, so that of several instances one tells. */
async function claim(journal: Journal, name: string, repeatAfterMs = repeatMs): Promise<boolean> {
  const { now } = journal
  const claimed = await journal.write(
    `INSERT INTO alerts (name, since, seen_at, tried_at) VALUES ($1, ${now}, ${now}, ${now})
     ON CONFLICT (name) DO UPDATE SET seen_at = ${now}, tried_at = ${now}
     WHERE (alerts.told_at IS NULL OR ${isOver('alerts.told_at', repeatAfterMs, now)})
       AND ${isOver('alerts.tried_at', retryMs, now)}
     RETURNING name`,
    [name],
  )
  if (claimed.length > 0) return true
  await journal.write(`UPDATE alerts SET seen_at = ${now} WHERE name = $1`, [name])
  return false
}

/** A time further away than this was written by a clock that has been set back since. */
function isOver(column: string, ms: number, now: string): string {
  return `(${column} <= ${now} - ${ms} OR ${column} > ${now} + ${ms})`
}

/** Names the site, because ops may run several. */
export function alertBody(text: string): string {
  const host = env.siteUrlIsSet ? new URL(env.siteUrl).host : hostname()
  return JSON.stringify({ text: `${site.name} (${host}): ${text}` })
}

async function send(alert: string, text: string): Promise<boolean> {
  const message = { id: randomUUID(), body: alertBody(text) }
  const { outcome } = await sendOnce(message, String(env.alertWebhookUrl), [], requestTimeoutMs)
  if (outcome !== 'delivered') log('alert failed', { alert, outcome })
  return outcome === 'delivered'
}
