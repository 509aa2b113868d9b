import 'server-only'
import type { Journal } from './journal/journal'

/** Which alerts are open: one row each, so that of several instances one tells. Each step is one statement. */

const minute = 60_000
const hour = 60 * minute
const repeatMs = 6 * hour
/** A message that could not be sent, or whose sender was killed, is sent after this. */
const retryMs = 5 * minute
/** A condition is over when it has been absent for this long, so that one that comes and goes is told once. */
const quietMs = 10 * minute

/** True when the caller must tell this alert now. */
export async function claimAlert(
  journal: Journal,
  name: string,
  repeatAfterMs = repeatMs,
): Promise<boolean> {
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

export async function markAlertTold(journal: Journal, name: string): Promise<void> {
  await journal.write(`UPDATE alerts SET told_at = ${journal.now} WHERE name = $1`, [name])
}

export type EndedAlert = { name: string; durationMs: number }

/** Ends the alerts that have been quiet, and returns those of them that were told. */
export async function endQuietAlerts(journal: Journal): Promise<EndedAlert[]> {
  const isQuiet = isOver('seen_at', quietMs, journal.now)
  const open = await journal.read(`SELECT name FROM alerts WHERE ${isQuiet}`)
  if (open.length === 0) return []
  const ended = await journal.write(`DELETE FROM alerts WHERE ${isQuiet} RETURNING *`)
  return ended.flatMap(({ name, since, seen_at, told_at }) =>
    told_at === null
      ? []
      : [{ name: String(name), durationMs: Math.max(Number(seen_at) - Number(since), 0) }],
  )
}

/** A time in the future was written by a clock that has been set back since. */
function isOver(column: string, ms: number, now: string): string {
  return `(${column} <= ${now} - ${ms} OR ${column} > ${now})`
}
