import 'server-only'
import { env, webhookOf } from '@/lib/server/env'
import { log, logError } from '@/lib/server/log'
import { processWide } from '@/lib/server/process-wide'
import { type LeadKind, site, sources } from '@/lib/site'
import { type AlertState, nextAlertState } from './alert-state'
import { getJournal, type Journal } from './journal/journal'
import { abortable } from './shutdown'
import { type Outcome, outcomeFromError, outcomeFromStatus } from './webhook'

/**
 * Tells ops through ALERT_WEBHOOK_URL what needs them, and when it is over. Texts have neither personal data nor
 * addresses. Which alerts are open is in the journal, so that of several instances one tells.
 */

const minute = 60_000
const hour = 60 * minute
const lateMs = 15 * minute
/** A bot or two are usual. This many suspects within an hour are not: real visitors may be among them. */
const suspectsPerHour = 20
/** Counts stop here, so that they cost the same with a million leads. */
const countLimit = 1000
const requestTimeoutMs = 5000

type Condition = { name: string; text: string }

/** Never throws. Does nothing without ALERT_WEBHOOK_URL or without a journal. */
export async function checkAlerts(openJournal = getJournal): Promise<void> {
  if (!env.alertWebhookUrl) return
  const failing: Condition[] = []
  try {
    const journal = openJournal()
    if (!journal) return
    await journal.check()
    await updateFrom(journal).catch((error) => logError('alerts', error))
  } catch (error) {
    const text = `The journal cannot be written: ${faultOf(error)}. To see its state, run: npm run leads`
    failing.push({ name: 'journal', text })
  }
  await update(alertsInMemory, failing, Date.now())
}

async function updateFrom(journal: Journal): Promise<void> {
  const { conditions, now } = await findConditions(journal)
  await update(alertsIn(journal), conditions, now)
}

type Group = {
  kind: string
  state: string
  leads: number
  oldest: number | null
  outcome: string | null
}

/** Counts by index only: the time does not depend on how many leads there are. */
async function findConditions(journal: Journal): Promise<{ conditions: Condition[]; now: number }> {
  const kinds = Object.keys(sources) as LeadKind[]
  const undelivered = ['pending', 'leased', 'dead'].map((state) => `'${state}'`).join(', ')
  const select = (kind: string, state: string, where: string) => {
    const leads = `FROM leads WHERE state = '${state}' AND ${where}`
    return `SELECT '${kind}' AS kind, '${state}' AS state, ${journal.now} AS now,
      (SELECT COUNT(*) FROM (SELECT 1 ${leads} LIMIT ${countLimit}) AS counted) AS leads,
      (SELECT created_at ${leads} ORDER BY created_at LIMIT 1) AS oldest,
      (SELECT outcome ${leads} ORDER BY created_at LIMIT 1) AS outcome`
  }
  const rows = await journal.query(
    [
      select('', 'suspect', `created_at > ${journal.now} - ${hour}`),
      ...kinds.flatMap((kind) => {
        // The first two terms are those of the index.
        const ofKind = `state IN (${undelivered}) AND kind = '${kind}'`
        const late = `${ofKind} AND created_at <= ${journal.now} - ${lateMs}`
        return [
          select(kind, 'dead', ofKind),
          select(kind, 'pending', late),
          select(kind, 'leased', late),
        ]
      }),
    ].join(' UNION ALL '),
  )
  const groups: Group[] = rows.map(({ kind, state, leads, oldest, outcome }) => ({
    kind: String(kind),
    state: String(state),
    leads: Number(leads),
    oldest: oldest === null ? null : Number(oldest),
    outcome: outcome === null ? null : String(outcome),
  }))
  const now = Number(rows[0]?.now)
  const suspects = groups[0]?.leads ?? 0
  const tooMany = {
    name: 'suspects',
    text: `${count(suspects)} suspect leads in the last hour, and visitors may be among them. To see them, run: npm run leads -- list --state suspect --since 24h`,
  }
  return {
    now,
    conditions: [
      ...(suspects >= suspectsPerHour ? [tooMany] : []),
      ...kinds.flatMap((kind) => [
        ...leadsCondition(groups, kind, ['dead'], now),
        ...leadsCondition(groups, kind, ['pending', 'leased'], now),
      ]),
    ],
  }
}

function leadsCondition(
  groups: Group[],
  kind: LeadKind,
  states: string[],
  now: number,
): Condition[] {
  const found = groups
    .filter((group) => group.kind === kind && states.includes(group.state) && group.leads > 0)
    .sort((a, b) => (a.oldest ?? now) - (b.oldest ?? now))
  const [first] = found
  if (!first) return []
  const leads = found.reduce((sum, group) => sum + group.leads, 0)
  const dead = states.includes('dead')
  const name = `${dead ? 'dead' : 'waiting'} ${kind}`
  const oldest = `The oldest came in ${duration(now - (first.oldest ?? now))} ago; its last outcome: ${first.outcome ?? 'none yet'}.`
  const advice = dead
    ? `Fix the webhook (${webhookOf(kind)}), then run: npm run leads -- redeliver`
    : `To find out why, run: npm run leads -- test ${kind === 'booking' ? 'booking' : 'callback'}`
  return [{ name, text: `${count(leads)} ${subject(name, leads)}. ${oldest} ${advice}` }]
}

/** What an alert is about. */
function subject(name: string, leads = 2): string {
  const [what, kind] = name.split(' ')
  const noun = leads === 1 ? `${kind} lead` : `${kind} leads`
  if (what === 'dead') return `dead ${noun}`
  if (what === 'waiting') return `${noun} waiting for more than 15 minutes`
  return what === 'suspects' ? 'unusually many suspect leads' : 'the journal could not be written'
}

function count(leads: number): string {
  return leads < countLimit ? String(leads) : `${countLimit} or more`
}

function duration(ms: number): string {
  if (ms < hour) return `${Math.max(0, Math.round(ms / minute))} min`
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / (24 * hour))} days`
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}

/** Where the states of open alerts are. `swap` fails when another process has changed the state meanwhile. */
type AlertStates = {
  read(): Promise<Map<string, AlertState>>
  swap(
    name: string,
    before: AlertState | undefined,
    after: AlertState | undefined,
  ): Promise<boolean>
}

function alertsIn(journal: Journal): AlertStates {
  return {
    async read() {
      const rows = await journal.query('SELECT name, state FROM alerts')
      return new Map(rows.map(({ name, state }) => [String(name), JSON.parse(String(state))]))
    },
    async swap(name, before, after) {
      const [from, to] = [JSON.stringify(before), JSON.stringify(after)]
      const rows = !from
        ? await journal.query(
            'INSERT INTO alerts (name, state) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name',
            [name, to ?? ''],
          )
        : to
          ? await journal.query(
              'UPDATE alerts SET state = $3 WHERE name = $1 AND state = $2 RETURNING name',
              [name, from, to],
            )
          : await journal.query(
              'DELETE FROM alerts WHERE name = $1 AND state = $2 RETURNING name',
              [name, from],
            )
      return rows.length > 0
    },
  }
}

/** For the one condition that the journal cannot hold. Each process tells it by itself. */
const inMemory = processWide('alerts', () => new Map<string, AlertState>())
const alertsInMemory: AlertStates = {
  read: async () => new Map(inMemory),
  async swap(name, _, after) {
    if (after) inMemory.set(name, after)
    else inMemory.delete(name)
    return true
  },
}

async function update(states: AlertStates, conditions: Condition[], now: number): Promise<void> {
  const open = await states.read()
  const names = new Set([...open.keys(), ...conditions.map(({ name }) => name)])
  const updates = await Promise.allSettled(
    [...names].map(async (name) => {
      const condition = conditions.find((each) => each.name === name)
      const before = open.get(name)
      const step = nextAlertState(before, Boolean(condition), now)
      if (!step || !(await states.swap(name, before, step.after)) || !step.told) return
      const text = condition?.text ?? `Resolved after ${lengthOf(before)}: ${subject(name)}.`
      if (await send(name, `${site.name}: ${text}`))
        await states.swap(name, step.after, step.told.state)
    }),
  )
  for (const result of updates) if (result.status === 'rejected') throw result.reason
}

function lengthOf(state: AlertState | undefined): string {
  return duration((state?.absentSince ?? 0) - (state?.since ?? 0))
}

async function send(alert: string, text: string): Promise<boolean> {
  const outcome = await post(text).catch(outcomeFromError)
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
