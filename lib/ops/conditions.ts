import 'server-only'
import { userInfo } from 'node:os'
import { callbackTime } from '@/lib/content/demo'
import { owner } from '@/lib/content/owner'
import { isCallingTime, lateSince } from '@/lib/dates/calling-hours'
import { dayInZone } from '@/lib/dates/days'
import { leadKinds } from '@/lib/forms/forms'
import { clockJumpMs } from '@/lib/leads/maintenance'
import { memory } from '@/lib/leads/outage'
import { type Outcome, outcomes } from '@/lib/leads/outcomes'
import type { Store } from '@/lib/leads/store/database'
import { env, type WebhookName, webhookNames, webhookOf } from '@/lib/server/env'
import { faultOf } from '@/lib/server/log'

/** What ops have to know: what happens, what it means for visitors, the cause, and the next command. */
export type Condition = {
  /** What an alert begins with, also when it is over. */
  name: string
  /** Sentences. Null when the condition does not hold. */
  detail: string | null
  /** Sent in place of both, and not when it is first due. */
  message?: (now: number) => Promise<string>
  /** Whether it is told again, after it was told at a time and still holds. */
  isToldAgain: (toldAt: number, now: number) => boolean
}

/** The leads of one group: how many, when the newest and the oldest came in, and how the last attempt of the oldest ended. */
type LeadCount = {
  name: string
  leads: number
  newest: number | null
  oldest: number | null
  /** The reason of the oldest, or the outcome of its last attempt. */
  cause: string | null
  now: number
}

/** It holds when these SQL terms select at least so many leads. */
type Rule = {
  name: string
  where: string[]
  atLeast?: number
  text: (oldest: LeadCount) => string
  /** Told each morning, and before when this is true of the newest lead. The others are told every six hours. */
  isNew?: (newest: number, toldAt: number) => boolean
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const countLimit = 1000

/** A time further away than this was written by a clock that has been set back since. */
export function hasPassed(ms: number, since: number, now: number): boolean {
  return Math.abs(now - since) >= ms
}

const everySixHours: Condition['isToldAgain'] = (toldAt, now) => hasPassed(6 * hour, toldAt, now)

/** At eight in the morning, and 15 minutes after it was told if there are new leads. */
function eachMorning(hasNew: (toldAt: number) => boolean): Condition['isToldAgain'] {
  const nightOf = (moment: number) => dayInZone(moment - 8 * hour)
  return (toldAt, now) =>
    nightOf(toldAt) !== nightOf(now) || (hasNew(toldAt) && hasPassed(15 * minute, toldAt, now))
}

/** All conditions, also those that do not hold. */
export async function findConditions(store: Store): Promise<Condition[]> {
  const now = store.now()
  const late = `created_at <= ${now} - ${15 * minute}`
  const rules = [
    heldRule,
    honeypotRule(now),
    unknownFormRule(await unknownKinds(store)),
    restoredRule,
    ...(await uncalledRules(store)),
    ...webhookNames.flatMap((webhook) => deliveryRules(webhook, late)),
  ]
  const counts = await countGroups(store, rules)
  const leadConditions = rules.map((rule): Condition => {
    const { name, atLeast = 1, text, isNew } = rule
    const found = counts.filter((group) => group.name === name && group.leads > 0)
    const [oldest] = found.sort((a, b) => Number(a.oldest) - Number(b.oldest))
    const newest = Math.max(...found.map((group) => Number(group.newest)))
    const leads = found.reduce((sum, group) => sum + group.leads, 0)
    const count = leads < countLimit ? leads : `${countLimit} or more`
    return {
      name,
      detail: oldest && leads >= atLeast ? `${count}. ${text(oldest)}` : null,
      isToldAgain: isNew ? eachMorning((toldAt) => isNew(newest, toldAt)) : everySixHours,
    }
  })
  return [...leadConditions, ...(await maintenanceConditions(store))]
}

async function maintenanceConditions(store: Store): Promise<Condition[]> {
  const now = store.now()
  const [row] = await store.read(
    `SELECT ${now} - ended_at AS age, trusted_at - ${now} AS "untrustedMs" FROM maintenance`,
  )
  const isKnown = typeof row?.age === 'number'
  const age = isKnown ? Number(row.age) : Number.POSITIVE_INFINITY
  // On Vercel, the cron job runs once a day on some plans, and how long a server has run does not matter.
  const isLate = env.onVercel
    ? isKnown && age >= 2 * day
    : Math.min(age, process.uptime() * 1000) >= 3 * hour
  const last = isKnown
    ? `it last ended without a fault ${duration(age)} ago`
    : 'none has ended without a fault yet'
  const effect =
    'Leads may not be given up, and old data may not be deleted. Visitors notice nothing. To find out why, look for "maintenance fault" and "redelivery fault" in the log'
  const untrustedMs = Number(row?.untrustedMs ?? 0)
  const jump = `by it, no server ran for more than ${duration(clockJumpMs)}, or it was set back. If it is wrong, set it. If it is right, leads that are too old by it are deleted in ${duration(untrustedMs)}. To see those that were not sent, run: npm run leads -- list --state dead,held`
  return [
    {
      name: 'Maintenance is late',
      detail: isLate ? `${last}. ${effect}` : null,
      isToldAgain: everySixHours,
    },
    {
      name: 'The clock may be wrong',
      detail: untrustedMs > 0 ? jump : null,
      isToldAgain: everySixHours,
    },
  ]
}

/** Counts leads up to a limit, and by index, so that it takes no longer with a million of them. */
async function countGroups(store: Store, rules: Rule[]): Promise<LeadCount[]> {
  const groups = rules.flatMap(({ name, where }) => where.map((each) => ({ name, where: each })))
  const counts = groups.map(
    ({ name, where }) => `SELECT '${name}' AS name, ${store.now()} AS now,
       COUNT(*) AS leads, MIN(created_at) AS oldest,
       (SELECT created_at FROM leads WHERE ${where} ORDER BY created_at DESC LIMIT 1) AS newest,
       (SELECT COALESCE(reason, outcome) FROM leads WHERE ${where} ORDER BY created_at LIMIT 1) AS cause
     FROM (SELECT created_at FROM leads WHERE ${where} ORDER BY created_at LIMIT ${countLimit}) AS counted`,
  )
  return (await store.read(counts.join(' UNION ALL '))) as LeadCount[]
}

/** Reads one row of an index for each kind, not each lead. */
async function unknownKinds(store: Store): Promise<string[]> {
  const rows = await store.read(
    `WITH RECURSIVE kinds (kind) AS (SELECT MIN(kind) FROM leads UNION ALL
       SELECT (SELECT MIN(kind) FROM leads WHERE leads.kind > kinds.kind) FROM kinds WHERE kinds.kind IS NOT NULL)
     SELECT kind FROM kinds WHERE kind IS NOT NULL`,
  )
  const known: readonly string[] = leadKinds
  return rows
    .map(({ kind }) => String(kind))
    .filter((kind) => !known.includes(kind) && /^[\w-]+$/.test(kind))
}

/** The second term is that of the index. */
function undelivered(kind: string, state: 'pending' | 'leased' | 'dead'): string {
  return `state = '${state}' AND state IN ('pending', 'leased', 'dead') AND kind = '${kind}'`
}

/** They wait, and are given up. A form was removed or renamed, or an earlier version of the site runs again. */
const unknownFormRule = (kinds: string[]): Rule => ({
  name: 'Leads of a form that this version does not have',
  where: kinds.flatMap((kind) => [
    undelivered(kind, 'pending'),
    undelivered(kind, 'leased'),
    undelivered(kind, 'dead'),
  ]),
  text: () =>
    'Nothing sends them. Their visitors wait for a call. Run a version that has the form, or call them: npm run leads -- export',
})

const mayBePeople =
  'They are not sent. Visitors may be among them, who read that their form was accepted and wait for a call'
const toRelease = 'To send one, run: npm run leads -- release ID'

/** A lead that is held for a reason that a person can have is told at once, and each morning until ops release or delete it. */
const heldRule: Rule = {
  name: 'Leads that look like abuse',
  where: [`state = 'held' AND reason <> 'honeypot' AND created_at > 0`],
  text: ({ cause }) =>
    `${mayBePeople}. The oldest is held as ${cause}. To see them, run: npm run leads -- list --state held. ${toRelease}. To send all of one reason, run: npm run leads -- release --reason REASON --since 24h`,
  isNew: (newest, toldAt) => newest > toldAt,
}

const honeypotRule = (now: string): Rule => ({
  name: 'Leads of the last hour with a field that only bots fill in',
  where: [`state = 'held' AND reason = 'honeypot' AND created_at > ${now} - ${hour}`],
  // A bot or two are usual.
  atLeast: 20,
  text: () =>
    `${mayBePeople}. To see them, run: npm run leads -- list --reason honeypot --since 24h. ${toRelease}`,
})

/** Without an id, redeliver leaves these leads out. */
const restoredRule: Rule = {
  name: 'Leads that waited in a restored backup',
  where: leadKinds.map((kind) => `${undelivered(kind, 'dead')} AND reason = 'restored'`),
  text: () =>
    'They are not sent, because they may have been sent since the backup. Their visitors may be waiting for a call. To see them, run: npm run leads -- list --state dead. To send one, run: npm run leads -- redeliver ID',
}

/** SQL: since when receivers have told of calls. Null where none has in the last 30 days. */
export function callsToldSince(store: Store): string {
  return `SELECT MIN(called_at) FROM leads WHERE ${firstDelivered} AND called_at > ${store.now()} - ${30 * day}`
}

/** SQL: those of the index. */
const firstDelivered = 'delivered_at IS NOT NULL AND replaces IS NULL'

/**
 * Each form counts once, from its first version that was delivered. Empty where no receiver tells of calls, and outside of the
 * calling hours, in which a lead becomes late, so that no evening says that this is over.
 */
async function uncalledRules(store: Store): Promise<Rule[]> {
  const [row] = await store.read(
    `SELECT ${store.now()} AS now, (${callsToldSince(store)}) AS since`,
  )
  const now = Number(row?.now)
  const lateAt = (moment: number) => lateSince(moment, owner.callingHours)
  if (!row?.since || !isCallingTime(now, owner.callingHours)) return []
  return [
    {
      name: `Leads that nobody has called for ${callbackTime}`,
      where: [
        `${firstDelivered} AND called_at IS NULL AND created_at BETWEEN ${row.since} AND ${lateAt(now)}`,
      ],
      text: ({ oldest }) => {
        const age = now - Number(oldest)
        return `The oldest came in ${duration(age)} ago. To see which were not called, run: npm run leads -- list --state delivered --since ${Math.ceil(age / day) + 1}d. To tell of a call, open the link that came with the lead`
      },
      isNew: (newest, toldAt) => newest > lateAt(toldAt),
    },
  ]
}

/** One webhook can have several forms. It has one fault, and so one alert. */
function deliveryRules(webhook: WebhookName, late: string): Rule[] {
  const name = webhook.replace('_WEBHOOK_URL', '').toLowerCase()
  const kinds = leadKinds.filter((kind) => webhookOf[kind] === webhook)
  const toTest = `To find out why, run: npm run leads -- test ${name}`
  return [
    {
      name: `Dead ${name} leads`,
      where: kinds.map(
        (kind) => `${undelivered(kind, 'dead')} AND COALESCE(reason, '') <> 'restored'`,
      ),
      text: (oldest) =>
        `They are stored, and not tried again. ${historyOf(oldest)} Fix the webhook (${webhook}), then run: npm run leads -- redeliver`,
    },
    {
      name: `Waiting ${name} leads`,
      // Those that are rejected have an alert of their own. Of a webhook that is not set, there is no outcome.
      where: kinds.flatMap((kind) =>
        [`state = 'pending' AND kind = '${kind}'`, undelivered(kind, 'leased')].map(
          (each) => `${each} AND ${late} AND COALESCE(outcome, '') <> 'rejected'`,
        ),
      ),
      text: (oldest) =>
        `They have waited for more than 15 minutes, are stored, and will be sent. ${historyOf(oldest)} ${toTest}`,
    },
    {
      name: `Rejected ${name} leads`,
      where: kinds.map((kind) => `state = 'pending' AND kind = '${kind}' AND outcome = 'rejected'`),
      text: (oldest) => `They are stored and will be sent. ${historyOf(oldest)} ${toTest}`,
    },
  ]
}

/** The first attempt ends while the visitor waits. There is none while the webhook is not set. */
function historyOf({ now, oldest, cause }: LeadCount): string {
  const outcome = cause === 'sent-again' ? null : cause
  const [visitors, last] = outcome
    ? [
        'Their visitors read that the form could not be sent, and may have sent it again or called',
        `Its last attempt: ${outcome}. ${outcomes[outcome as Outcome]}`,
      ]
    : [
        'Their visitors read that the form was accepted, and wait for a call',
        cause ? 'It was delivered before, and is sent again.' : 'It was not sent yet.',
      ]
  return `${visitors}. The oldest came in ${duration(now - Number(oldest))} ago. ${last}`
}

/** The faults of both databases and of the file system, by their codes. */
const causes: [pattern: RegExp, words: string][] = [
  [/FULL|ENOSPC/, 'the disk is full'],
  [/BUSY|LOCKED/, 'another process has locked the file'],
  [/CORRUPT|NOTADB/, 'the file is damaged'],
  [/READONLY|EROFS/, 'the file can only be read'],
  [/FILE_REPLACED/, 'its file was deleted or replaced while it was open: restart the server'],
  [/NEWER_JOURNAL/, 'a newer version of this site has changed its tables'],
  [/ECONNREFUSED/, 'nothing listens at the address of the database'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host of the database has no address'],
  [/ETIMEDOUT|ECONNRESET|EHOSTUNREACH|ENETUNREACH|57P0\d/, 'the database does not answer'],
  [/28P01|28000/, 'the database does not accept the user or the password'],
  [/25006/, 'the database can only be read, as a standby'],
  [/3D000/, 'there is no such database'],
  [/53300/, 'the database has too many connections'],
]

export function journalCondition(fault: unknown): Condition {
  const effect = 'Leads are sent without it. Visitors see an error only if that fails too'
  return {
    name: 'The journal cannot be written',
    detail: fault ? `${causeOf(fault)}. ${effect}. ${toMend(faultOf(fault))}` : null,
    isToldAgain: everySixHours,
  }
}

function toMend(code: string): string {
  if (/CORRUPT|NOTADB/.test(code)) return 'Restore a backup, as docs/operations.md says'
  const toSee = 'To see its state, run: npm run leads -- list'
  // Only a restart opens another file.
  if (code === 'FILE_REPLACED') return toSee
  return `Do not restart the site before it can. Leads in memory that are not recorded: ${memory.unrecorded.size}. ${toSee}`
}

/** Those of a file that cannot be opened or written. */
const fileFaults = /^(EACCES|EPERM|EEXIST|ENOENT|ENOTDIR|EISDIR|SQLITE_(CANTOPEN|PERM)\w*)$/

/** Never quotes the fault, which can have an address or personal data. */
export function causeOf(fault: unknown): string {
  const code = faultOf(fault)
  const other = fileFaults.test(code)
    ? `the user ${userInfo().username} cannot open or write it`
    : 'an unexpected fault'
  return `${knownCauseOf(fault) ?? other} (${code})`
}

/** Null for a file that cannot be opened or written, and for what nobody expects. */
export function knownCauseOf(fault: unknown): string | null {
  const code = faultOf(fault)
  return causes.find(([pattern]) => pattern.test(code))?.[1] ?? null
}

/** Within how much time this share of the waits ended. Empty without any. */
export function within(share: number, waits: readonly number[]): string {
  const longest = waits.toSorted((a, b) => a - b)[Math.ceil(share * waits.length) - 1]
  return longest === undefined ? '' : duration(longest)
}

export function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minute))
  if (minutes < 60) return `${minutes} min`
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} days`
}
