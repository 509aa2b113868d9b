import 'server-only'
import { randomUUID } from 'node:crypto'
import { env, webhookOf } from '@/lib/server/env'
import { faultOf, log, logError } from '@/lib/server/log'
import { processWide } from '@/lib/server/process-wide'
import { type LeadKind, site, sources } from '@/lib/site'
import { countGroups, type LeadCount } from './health'
import { getJournal, Journal } from './journal/journal'
import { inMemory, openSqlite } from './journal/sqlite'
import { sendOnce } from './webhook'

/**
 * Tells ops through ALERT_WEBHOOK_URL what needs them, and when it is over. Texts have neither personal data nor
 * addresses. Which alerts are open is in the journal, so that of several instances one tells.
 */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const lateMs = 15 * minute
/** A bot or two are usual. This many suspects within an hour are not: real visitors may be among them. */
const suspectsPerHour = 20
/** Then ops have not looked at a suspect, who can be a person. */
const oldSuspectMs = 2 * day
/** Counts stop here, so that they cost the same with a million leads. */
const countLimit = 1000
const requestTimeoutMs = 5000
/** Longer than the circuit breaker of the database stays open. */
const journalRecheckMs = 8000
const repeatMs = 6 * hour
/** A message that could not be sent, or whose sender was killed, is sent after this. */
const retryMs = 5 * minute
/** A condition is over when it has been absent for this long, so that one that comes and goes is told once. */
const quietMs = 10 * minute

type Condition = { name: string; text: string; repeatAfterMs?: number }

/** Never throws. Does nothing without ALERT_WEBHOOK_URL or without a journal. */
export async function checkAlerts(
  openJournal = getJournal,
  recheckAfterMs = journalRecheckMs,
): Promise<void> {
  if (!env.alertWebhookUrl) return
  const check = async () => openJournal()?.check()
  const journal = await check().catch(async () => {
    // Most faults are short.
    await new Promise((resolve) => setTimeout(resolve, recheckAfterMs))
    return check().catch(faultOf)
  })
  if (!journal) return
  try {
    if (typeof journal === 'string') {
      const text = `The journal cannot be written: ${journal}. To see its state, run: npm run leads`
      await update(processAlerts(), [{ name: 'journal', text }])
    } else {
      const text = journal.fileChange
      await update(processAlerts(), text === null ? [] : [{ name: 'replaced', text }])
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

/** Counts by index only: the time does not depend on how many leads there are. */
async function findConditions(journal: Journal): Promise<Condition[]> {
  const ago = (ms: number) => `${journal.now} - ${ms}`
  const suspect = `state = 'suspect' AND created_at`
  const counts = await countGroups(
    journal,
    [
      { name: 'suspects', where: `${suspect} > ${ago(hour)}` },
      {
        name: 'phones',
        where: `state = 'suspect' AND outcome <> 'honeypot' AND created_at > ${ago(day)}`,
      },
      { name: 'old-suspects', where: `${suspect} <= ${ago(oldSuspectMs)}` },
      ...Object.keys(sources).flatMap((kind) => {
        // The second and third term are those of the index.
        const inState = (state: string) =>
          `state = '${state}' AND state IN ('pending', 'leased', 'dead') AND kind = '${kind}'`
        const late = `created_at <= ${ago(lateMs)}`
        return [
          { name: `dead ${kind}`, where: inState('dead') },
          { name: `waiting ${kind}`, where: `${inState('pending')} AND ${late}` },
          { name: `waiting ${kind}`, where: `${inState('leased')} AND ${late}` },
          {
            name: `rejected ${kind}`,
            where: `state = 'pending' AND kind = '${kind}' AND outcome = 'rejected'`,
          },
        ]
      }),
    ],
    countLimit,
  )
  return [...new Set(counts.map(({ name }) => name))].flatMap((name) => {
    const found = counts.filter((each) => each.name === name && each.leads > 0)
    return found.length > 0 ? toCondition(name, found) : []
  })
}

function toCondition(name: string, groups: LeadCount[]): Condition[] {
  const leads = groups.reduce((sum, group) => sum + group.leads, 0)
  const count = leads < countLimit ? String(leads) : `${countLimit} or more`
  const list = 'To see them, run: npm run leads -- list --state suspect'
  const mayBePeople = 'and visitors may be among them'
  if (name === 'suspects') {
    const text = `${count} suspect leads in the last hour, ${mayBePeople}. ${list} --since 24h`
    return leads < suspectsPerHour ? [] : [{ name, text }]
  }
  if (name === 'phones') {
    const text = `${count} leads in the last day were not sent, because their phone number costs a lot to call, or too many leads named it. Visitors may be among them. ${list} --since 24h. To send one, run: npm run leads -- release ID`
    return [{ name, text, repeatAfterMs: day }]
  }
  if (name === 'old-suspects') {
    const text = `${count} suspect leads have waited for more than two days, ${mayBePeople}. ${list}. To send one, run: npm run leads -- release ID`
    return [{ name, text, repeatAfterMs: 7 * day }]
  }
  const [what, kind] = name.split(' ') as [string, LeadKind]
  const [first] = groups.sort((a, b) => (a.oldest ?? 0) - (b.oldest ?? 0))
  const age = duration((first?.now ?? 0) - (first?.oldest ?? 0))
  const advice =
    what === 'dead'
      ? `Fix the webhook (${webhookOf[kind]}), then run: npm run leads -- redeliver`
      : `To find out why, run: npm run leads -- test ${kind === 'booking' ? 'booking' : 'callback'}`
  const text = `${count} ${subject(name, leads)}. The oldest came in ${age} ago; its last outcome: ${first?.outcome ?? 'none yet'}. ${advice}`
  return [{ name, text }]
}

const subjects: Record<string, (leads: string, their: string) => string> = {
  dead: (leads) => `dead ${leads}`,
  waiting: (leads) => `${leads} waiting for more than 15 minutes`,
  rejected: (leads, their) => `${leads} that ${their} webhook rejected`,
  suspects: () => 'unusually many suspect leads',
  phones: () => 'leads that were not sent because of their phone number',
  'old-suspects': () => 'suspect leads that have waited for more than two days',
  replaced: () => 'the file of the journal was deleted or replaced',
  journal: () => 'the journal could not be written',
}

/** What an alert is about. */
function subject(name: string, leads = 2): string {
  const [what = '', kind] = name.split(' ')
  const [noun, their] = leads === 1 ? ['lead', 'its'] : ['leads', 'their']
  return subjects[what]?.(`${kind} ${noun}`, their) ?? name
}

function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minute))
  if (minutes < 60) return `${minutes} min`
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} days`
}

async function update(journal: Journal, conditions: Condition[]): Promise<void> {
  for (const { name, text, repeatAfterMs } of conditions)
    if ((await claim(journal, name, repeatAfterMs)) && (await send(name, text)))
      await journal.write(`UPDATE alerts SET told_at = ${journal.now} WHERE name = $1`, [name])

  const isQuiet = isOver('seen_at', quietMs, journal.now)
  if ((await journal.read(`SELECT name FROM alerts WHERE ${isQuiet}`)).length === 0) return
  const ended = await journal.write(`DELETE FROM alerts WHERE ${isQuiet} RETURNING *`)
  for (const { name, since, seen_at, told_at } of ended)
    if (told_at !== null) {
      const time = duration(Number(seen_at) - Number(since))
      await send(String(name), `Resolved after ${time}: ${subject(String(name))}.`)
    }
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

async function send(alert: string, text: string): Promise<boolean> {
  const message = { id: randomUUID(), body: JSON.stringify({ text: `${site.name}: ${text}` }) }
  const { outcome } = await sendOnce(message, String(env.alertWebhookUrl), [], requestTimeoutMs)
  if (outcome !== 'delivered') log('alert failed', { alert, outcome })
  return outcome === 'delivered'
}
