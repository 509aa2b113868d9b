import 'server-only'
import { env, webhookOf } from '@/lib/server/env'
import { faultOf, log, logError } from '@/lib/server/log'
import { processWide } from '@/lib/server/process-wide'
import { type LeadKind, site, sources } from '@/lib/site'
import { claimAlert, endQuietAlerts, markAlertTold } from './alert-state'
import { getJournal, Journal } from './journal/journal'
import { inMemory, openSqlite } from './journal/sqlite'
import { abortable } from './shutdown'
import { type Outcome, outcomeFromError, outcomeFromStatus } from './webhook'

/**
 * Tells ops through ALERT_WEBHOOK_URL what needs them, and when it is over. Texts have neither personal data nor
 * addresses. Which alerts are open is in the journal, so that of several instances one tells.
 */

const minute = 60_000
const hour = 60 * minute
const lateMs = 15 * minute
const day = 24 * hour
/** A bot or two are usual. This many suspects within an hour are not: real visitors may be among them. */
const suspectsPerHour = 20
/** Then ops have not looked at a suspect, who can be a person. */
const oldSuspectMs = 2 * day
/** Counts stop here, so that they cost the same with a million leads. */
const countLimit = 1000
const requestTimeoutMs = 5000
/** Longer than the circuit breaker of the database stays open. */
const journalRecheckMs = 8000

type Condition = { name: string; text: string; repeatAfterMs?: number }

/** Never throws. Does nothing without ALERT_WEBHOOK_URL or without a journal. */
export async function checkAlerts(
  openJournal = getJournal,
  recheckAfterMs = journalRecheckMs,
): Promise<void> {
  if (!env.alertWebhookUrl) return
  const journal = await workingJournal(openJournal).catch(async () => {
    // Most faults are short.
    await new Promise((resolve) => setTimeout(resolve, recheckAfterMs))
    return workingJournal(openJournal).catch(faultOf)
  })
  if (journal === null) return
  const failing: Condition[] = []
  if (typeof journal === 'string') {
    const text = `The journal cannot be written: ${journal}. To see its state, run: npm run leads`
    failing.push({ name: 'journal', text })
  } else if (journal.fileChange) {
    failing.push({ name: 'replaced', text: journal.fileChange })
  }
  try {
    await update(processAlerts(), failing)
    if (typeof journal === 'object') await update(journal, await findConditions(journal))
  } catch (error) {
    logError('alerts', error)
  }
}

async function workingJournal(openJournal: typeof getJournal): Promise<Journal | null> {
  const journal = openJournal()
  await journal?.check()
  return journal
}

/** For the conditions that the journal cannot hold. Each process tells them by itself. */
function processAlerts(): Journal {
  return processWide('alerts', () => new Journal(openSqlite(inMemory)))
}

type Group = {
  what: string
  kind: string
  leads: number
  oldest: number | null
  outcome: string | null
}

/** Counts by index only: the time does not depend on how many leads there are. */
async function findConditions(journal: Journal): Promise<Condition[]> {
  const kinds = Object.keys(sources) as LeadKind[]
  const undelivered = ['pending', 'leased', 'dead'].map((state) => `'${state}'`).join(', ')
  const select = (what: string, kind: string, state: string, where: string) => {
    const leads = `FROM leads WHERE state = '${state}' AND ${where}`
    return `SELECT '${what}' AS what, '${kind}' AS kind, ${journal.now} AS now,
      (SELECT COUNT(*) FROM (SELECT 1 ${leads} LIMIT ${countLimit}) AS counted) AS leads,
      (SELECT created_at ${leads} ORDER BY created_at LIMIT 1) AS oldest,
      (SELECT outcome ${leads} ORDER BY created_at LIMIT 1) AS outcome`
  }
  const rows = await journal.read(
    [
      select('suspects', '', 'suspect', `created_at > ${journal.now} - ${hour}`),
      select(
        'phones',
        '',
        'suspect',
        `outcome <> 'honeypot' AND created_at > ${journal.now} - ${day}`,
      ),
      select('old-suspects', '', 'suspect', `created_at <= ${journal.now} - ${oldSuspectMs}`),
      ...kinds.flatMap((kind) => {
        // The first two terms are those of the index.
        const ofKind = `state IN (${undelivered}) AND kind = '${kind}'`
        const late = `${ofKind} AND created_at <= ${journal.now} - ${lateMs}`
        return [
          select('dead', kind, 'dead', ofKind),
          select('waiting', kind, 'pending', late),
          select('waiting', kind, 'leased', late),
          select('rejected', kind, 'pending', `kind = '${kind}' AND outcome = 'rejected'`),
        ]
      }),
    ].join(' UNION ALL '),
  )
  const now = Number(rows[0]?.now)
  const groups: Group[] = rows.map(({ what, kind, leads, oldest, outcome }) => ({
    what: String(what),
    kind: String(kind),
    leads: Number(leads),
    oldest: oldest === null ? null : Number(oldest),
    outcome: outcome === null ? null : String(outcome),
  }))
  const found = (what: string, kind: string) =>
    groups.filter((group) => group.what === what && group.kind === kind && group.leads > 0)
  return [
    ...suspectsConditions(found('suspects', ''), found('phones', ''), found('old-suspects', '')),
    ...kinds.flatMap((kind) =>
      (['dead', 'waiting', 'rejected'] as const).flatMap((what) =>
        leadsCondition(what, kind, found(what, kind), now),
      ),
    ),
  ]
}

function suspectsConditions([recent]: Group[], [phone]: Group[], [old]: Group[]): Condition[] {
  const list = 'npm run leads -- list --state suspect'
  const conditions: Condition[] = []
  if (recent && recent.leads >= suspectsPerHour)
    conditions.push({
      name: 'suspects',
      text: `${count(recent.leads)} suspect leads in the last hour, and visitors may be among them. To see them, run: ${list} --since 24h`,
    })
  if (phone)
    conditions.push({
      name: 'phones',
      text: `${count(phone.leads)} leads in the last day were not sent, because their phone number costs a lot to call, or too many leads named it. Visitors may be among them. To see them, run: ${list} --since 24h. To send one, run: npm run leads -- release ID`,
      repeatAfterMs: day,
    })
  if (old)
    conditions.push({
      name: 'old-suspects',
      text: `${count(old.leads)} suspect leads have waited for more than two days, and visitors may be among them. To see them, run: ${list}. To send one, run: npm run leads -- release ID`,
      repeatAfterMs: 7 * day,
    })
  return conditions
}

function leadsCondition(
  what: 'dead' | 'waiting' | 'rejected',
  kind: LeadKind,
  found: Group[],
  now: number,
): Condition[] {
  const [first] = found.sort((a, b) => (a.oldest ?? now) - (b.oldest ?? now))
  if (!first) return []
  const leads = found.reduce((sum, group) => sum + group.leads, 0)
  const name = `${what} ${kind}`
  const oldest = `The oldest came in ${duration(now - (first.oldest ?? now))} ago; its last outcome: ${first.outcome ?? 'none yet'}.`
  const advice =
    what === 'dead'
      ? `Fix the webhook (${webhookOf(kind)}), then run: npm run leads -- redeliver`
      : `To find out why, run: npm run leads -- test ${kind === 'booking' ? 'booking' : 'callback'}`
  return [{ name, text: `${count(leads)} ${subject(name, leads)}. ${oldest} ${advice}` }]
}

/** What an alert is about. */
function subject(name: string, leads = 2): string {
  const [what, kind] = name.split(' ')
  const noun = leads === 1 ? `${kind} lead` : `${kind} leads`
  if (what === 'dead') return `dead ${noun}`
  if (what === 'rejected') return `${noun} that ${leads === 1 ? 'its' : 'their'} webhook rejected`
  if (what === 'waiting') return `${noun} waiting for more than 15 minutes`
  if (what === 'phones') return 'leads that were not sent because of their phone number'
  if (what === 'suspects') return 'unusually many suspect leads'
  if (what === 'old-suspects') return 'suspect leads that have waited for more than two days'
  return what === 'replaced'
    ? 'the file of the journal was deleted or replaced'
    : 'the journal could not be written'
}

function count(leads: number): string {
  return leads < countLimit ? String(leads) : `${countLimit} or more`
}

function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minute))
  if (minutes < 60) return `${minutes} min`
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / (24 * hour))} days`
}

async function update(journal: Journal, conditions: Condition[]): Promise<void> {
  for (const { name, text, repeatAfterMs } of conditions)
    if ((await claimAlert(journal, name, repeatAfterMs)) && (await send(name, text)))
      await markAlertTold(journal, name)
  for (const { name, durationMs } of await endQuietAlerts(journal))
    await send(name, `Resolved after ${duration(durationMs)}: ${subject(name)}.`)
}

async function send(alert: string, text: string): Promise<boolean> {
  const outcome = await post(`${site.name}: ${text}`).catch(outcomeFromError)
  if (outcome !== 'delivered') log('alert failed', { alert, outcome })
  return outcome === 'delivered'
}

function post(text: string): Promise<Outcome> {
  return abortable(requestTimeoutMs, async (signal) => {
    const response = await fetch(String(env.alertWebhookUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      redirect: 'manual',
      signal,
    })
    void response.body?.cancel().catch(() => undefined)
    return outcomeFromStatus(response.status)
  })
}
