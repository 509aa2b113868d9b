import 'server-only'
import { userInfo } from 'node:os'
import { leadKinds } from '@/lib/forms/forms'
import { type Outcome, outcomes, redeliverDays } from '@/lib/leads/outcomes'
import type { Store } from '@/lib/leads/store/database'
import { env, type WebhookName, webhookNames, webhookOf } from '@/lib/server/env'
import { faultOf } from '@/lib/server/log'

/** What ops have to know, as sentences: what happens, what it means for visitors, the cause, and the next command. */
export type Condition = {
  name: string
  subject: string
  /** Null when the condition does not hold. */
  text: string | null
  /** When its newest lead came in. It is told again at eight in the morning, and when there are new leads. */
  newest?: number
}

/** The leads of one group: how many, and when the oldest came in and how its last attempt ended. */
type LeadCount = {
  name: string
  leads: number
  oldest: number | null
  /** The reason of the oldest, or the outcome of its last attempt. */
  cause: string | null
  now: number
}

/** It holds when these SQL terms select at least so many leads. */
type Rule = Omit<Condition, 'text' | 'newest'> & {
  where: string[]
  atLeast?: number
  text: (leads: number, oldest: LeadCount) => string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const countLimit = 1000

/** All conditions, also those that do not hold. */
export async function findConditions(store: Store): Promise<Condition[]> {
  const now = store.now()
  const late = `created_at <= ${now} - ${15 * minute}`
  const rules = [
    heldRule,
    honeypotRule(now),
    unknownFormRule(await unknownKinds(store)),
    ...webhookNames.flatMap((webhook) => deliveryRules(webhook, late)),
  ]
  const groups = rules.flatMap(({ name, where }) => where.map((each) => ({ name, where: each })))
  const counts = await countGroups(store, groups)
  // There are at most as many to look at as there can be held leads.
  const [held] = await store.read(`SELECT MAX(created_at) AS newest FROM leads WHERE ${heldWhere}`)
  const leadConditions = rules.map(({ where, atLeast = 1, text, ...condition }) => {
    const found = counts.filter(({ name, leads }) => name === condition.name && leads > 0)
    const [oldest] = found.sort((a, b) => Number(a.oldest) - Number(b.oldest))
    const leads = found.reduce((sum, group) => sum + group.leads, 0)
    return {
      ...condition,
      ...(condition.name === heldRule.name && { newest: Number(held?.newest) }),
      text: oldest && leads >= atLeast ? text(leads, oldest) : null,
    }
  })
  return [...leadConditions, await maintenanceCondition(store)]
}

/** On Vercel, the cron job runs once a day on some plans, and how long a server has run does not matter. */
const maintenanceIsLateMs = env.onVercel ? 2 * day : 3 * hour

async function maintenanceCondition(store: Store): Promise<Condition> {
  const [row] = await store.read(
    `SELECT ${store.now()} AS now, ended_at AS "endedAt" FROM maintenance`,
  )
  const isUnknown = typeof row?.endedAt !== 'number'
  const age = isUnknown ? Number.POSITIVE_INFINITY : Number(row.now) - Number(row.endedAt)
  const isLate = env.onVercel
    ? !isUnknown && age >= maintenanceIsLateMs
    : Math.min(age, process.uptime() * 1000) >= maintenanceIsLateMs
  const last = isUnknown
    ? 'No maintenance has ended without a fault yet'
    : `Maintenance last ended without a fault ${duration(age)} ago`
  const text = `${last}. Leads may not be given up, and old data may not be deleted. Visitors notice nothing. To find out why, look for "maintenance fault" and "redelivery fault" in the log`
  return {
    name: 'maintenance',
    subject: 'maintenance that does not end without a fault',
    text: isLate ? text : null,
  }
}

/** Counts leads up to a limit, and by index, so that it takes no longer with a million of them. */
async function countGroups(
  store: Store,
  groups: { name: string; where: string }[],
): Promise<LeadCount[]> {
  const counts = groups.map(
    ({ name, where }) => `SELECT '${name}' AS name, ${store.now()} AS now,
       COUNT(*) AS leads, MIN(created_at) AS oldest,
       (SELECT COALESCE(reason, outcome) FROM leads WHERE ${where} ORDER BY created_at LIMIT 1) AS cause
     FROM (SELECT created_at FROM leads WHERE ${where} ORDER BY created_at LIMIT ${countLimit}) AS counted`,
  )
  return (await store.read(counts.join(' UNION ALL '))) as LeadCount[]
}

function countOf(leads: number): string {
  return leads < countLimit ? String(leads) : `${countLimit} or more`
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

/** They wait, and are given up. A form was removed or renamed, or an earlier version of the site runs again. */
const unknownFormRule = (kinds: string[]): Rule => ({
  name: 'unknown form',
  subject: 'leads of a form that this version does not have',
  where: kinds.flatMap((kind) =>
    ['pending', 'leased', 'dead'].map((state) => `kind = '${kind}' AND state = '${state}'`),
  ),
  text: (leads) =>
    `${leads === 1 ? '1 lead is' : `${countOf(leads)} leads are`} of a form that this version of the site does not have, so nothing sends them. Their visitors wait for a call. Run a version that has the form, or call them: npm run leads -- export`,
})

const heldWhere = `state = 'held' AND reason <> 'honeypot' AND created_at > 0`

/** A lead that is held for a reason that a person can have is told at once, and each morning until ops release or delete it. */
const heldRule: Rule = {
  name: 'held',
  subject: 'leads that look like abuse',
  where: [heldWhere],
  text: (leads, { cause }) =>
    `${heldText(leads, `they look like abuse, the oldest as ${cause}`, '--state held')}. To send all of one reason, run: npm run leads -- release --reason REASON --since 24h`,
}

const honeypotRule = (now: string): Rule => ({
  name: 'honeypot',
  subject: 'unusually many leads with a filled honeypot',
  where: [`state = 'held' AND reason = 'honeypot' AND created_at > ${now} - ${hour}`],
  // A bot or two are usual.
  atLeast: 20,
  text: (leads) =>
    heldText(
      leads,
      'a field that only bots fill in was filled in, in the last hour',
      '--reason honeypot --since 24h',
    ),
})

function heldText(leads: number, why: string, selected: string): string {
  return `${leads === 1 ? '1 lead was' : `${countOf(leads)} leads were`} not sent, because ${why}. Visitors may be among them, who read that their form was accepted and wait for a call. To see them, run: npm run leads -- list ${selected}. To send one, run: npm run leads -- release ID`
}

/** One webhook can have several forms. It has one fault, and so one alert. */
function deliveryRules(webhook: WebhookName, late: string): Rule[] {
  const name = webhook.replace('_WEBHOOK_URL', '').toLowerCase()
  const kinds = leadKinds.filter((kind) => webhookOf[kind] === webhook)
  // The second and third term are those of the index.
  const inState = (state: string, more = '') =>
    kinds.map(
      (kind) =>
        `state = '${state}' AND state IN ('pending', 'leased', 'dead') AND kind = '${kind}'${more}`,
    )
  const dead = {
    effect: 'They are stored, and not tried again',
    next: `Fix the webhook (${webhook}), then run: npm run leads -- redeliver`,
    nextOfOld: `. It leaves those that are older than ${redeliverDays} days. To send them too, add --since, such as --since 30d`,
  }
  const waiting = {
    effect: 'They are stored and will be sent',
    next: `To find out why, run: npm run leads -- test ${name}`,
    nextOfOld: '',
  }
  const rule = (id: string, where: string[], one: string, many: string, rest = waiting): Rule => ({
    name: `${id} ${name}`,
    subject: many,
    where,
    text(leads, { now, oldest, cause }) {
      const age = duration(now - Number(oldest))
      const what = leads === 1 ? `1 ${one}` : `${countOf(leads)} ${many}`
      const isOld = now - Number(oldest) > redeliverDays * day
      const next = isOld ? rest.next + rest.nextOfOld : rest.next
      const advice = cause === 'restored' ? restoredAdvice : next
      return `${what}. ${rest.effect}. ${visitorsRead(cause)}. The oldest came in ${age} ago. ${lastAttempt(cause)} ${advice}`
    },
  })
  return [
    rule('dead', inState('dead'), `dead ${name} lead`, `dead ${name} leads`, dead),
    rule(
      'waiting',
      [...inState('pending', ` AND ${late}`), ...inState('leased', ` AND ${late}`)],
      `${name} lead waiting for more than 15 minutes`,
      `${name} leads waiting for more than 15 minutes`,
    ),
    rule(
      'rejected',
      kinds.map((kind) => `state = 'pending' AND kind = '${kind}' AND outcome = 'rejected'`),
      `${name} lead that its webhook rejected`,
      `${name} leads that their webhook rejected`,
    ),
  ]
}

/** The first attempt ends while the visitor waits. There is none while the webhook is not set. */
function visitorsRead(cause: string | null): string {
  if (cause === null) return 'Their visitors read that the form was accepted, and wait for a call'
  if (cause === 'restored') return 'Their visitors may be waiting for a call'
  return 'Their visitors read that the form could not be sent, and may have sent it again or called'
}

/** Without an id, redeliver leaves these leads out. */
const restoredAdvice =
  'To see them, run: npm run leads -- list --state dead. To send one, run: npm run leads -- redeliver ID'

function lastAttempt(cause: string | null): string {
  if (cause === null) return 'It was not sent yet.'
  if (cause === 'restored')
    return 'A backup was restored in which it waited, so it may have been sent since.'
  return `Its last attempt: ${cause}. ${outcomes[cause as Outcome]}`
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
  const text = () =>
    `The journal cannot be written: ${causeOf(fault)}. Leads are sent without it. Visitors see an error only if that fails too. To see its state, run: npm run leads`
  return {
    name: 'journal',
    subject: 'the journal could not be written',
    text: fault ? text() : null,
  }
}

/** Those of a file that cannot be opened or written. */
const fileFaults =
  /^(EACCES|EPERM|EEXIST|ENOENT|ENOTDIR|EISDIR|SQLITE_(CANTOPEN|READONLY|PERM)\w*)$/

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

export function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minute))
  if (minutes < 60) return `${minutes} min`
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} days`
}
