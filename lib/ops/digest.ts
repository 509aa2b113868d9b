import 'server-only'
import { isCallingTime } from '@/lib/dates/calling-hours'
import { dayStart, timeInZone } from '@/lib/dates/dates'
import { addDays, dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import type { Store } from '@/lib/leads/store/database'
import { type Condition, callsToldSince, hasPassed, within } from './conditions'

/** A message each morning, also about a day without leads, so that its absence says that alerts do not arrive. */
export function digest(store: Store): Condition {
  return {
    name: 'Message of the morning',
    detail: '',
    // From 8 to 20 o'clock.
    isToldAgain: (toldAt, now) => dayInZone(toldAt) < dayInZone(now) && isCallingTime(now, null),
    message: (now) => textOf(store, now),
  }
}

/** What came in on the day before, and what is left to do now. It has no personal data. */
async function textOf(store: Store, now: number): Promise<string> {
  const today = dayInZone(now)
  const from = dayStart(addDays(today, -1)).getTime()
  const [row] = await store.read(
    `SELECT (SELECT SUM(count) FROM visit_counts WHERE day = $1 AND name = 'entry') AS visits,
       (SELECT COUNT(*) FROM leads WHERE state IN ('pending', 'leased', 'dead')) AS undelivered,
       (SELECT backup_at FROM maintenance) AS "backupAt", (${callsToldSince(store)}) AS "toldSince"`,
    [from],
  )
  const leads = await store.read(
    `SELECT kind, called_at - created_at AS wait FROM leads
     WHERE created_at >= $1 AND created_at < $2 AND state <> 'held' AND replaces IS NULL`,
    [from, dayStart(today).getTime()],
  )
  const demos = leads.filter(({ kind }) => kind === 'booking').length
  const waits = leads.flatMap(({ wait }) => (wait === null ? [] : Number(wait)))
  const half = within(0.5, waits)
  const counts = [
    plural(Number(row?.visits), 'visit'),
    `${plural(leads.length, 'lead')} (${plural(demos, 'demo')})`,
    row?.toldSince && `${waits.length} called`,
    half && `half within ${half}`,
  ].filter(Boolean)
  const backupAt = Number(row?.backupAt)
  const isOld = hasPassed(24 * 3_600_000, backupAt, now)
  const backup = isOld ? dayWords(backupAt) : timeInZone(new Date(backupAt))
  const state = `Not delivered: ${row?.undelivered || 'none'}.${backupAt ? ` Backup: ${backup}.` : ''}`
  return `${dayWords(from)}: ${counts.join(', ')}. ${state}`
}

/** `Saturday, November 28` */
function dayWords(moment: number): string {
  const words = { weekday: 'long', month: 'long', day: 'numeric' } as const
  return new Date(moment).toLocaleDateString('en-US', { ...words, timeZone: zone.id })
}

function plural(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
