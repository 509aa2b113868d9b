import 'server-only'
import { userInfo } from 'node:os'
import { faultOf } from '@/lib/log'
import { type LeadKind, sources } from '@/lib/site'
import type { Journal } from './journal'
import { countGroups, type LeadCount } from './lead-counts'
import { type Outcome, outcomes } from './outcomes'
import { webhookOf } from './webhook-addresses'

/** What ops have to know, as sentences: what happens, what it means for visitors, the cause, and the next command. */

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

export type Condition = { name: string; text: string; repeatAfterMs?: number }

/** The faults of both databases and of the file system, by their codes. */
const causes: [pattern: RegExp, words: string][] = [
  [/FULL|ENOSPC/, 'the disk is full'],
  [/BUSY|LOCKED/, 'another process has locked the file'],
  [/CORRUPT|NOTADB/, 'the file is damaged'],
  [/NEWER_JOURNAL/, 'a newer version of this site has changed its tables'],
  [/ECONNREFUSED/, 'nothing listens at the address of the database'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host of the database has no address'],
  [/ETIMEDOUT|ECONNRESET/, 'the database does not answer'],
  [/28P01|28000/, 'the database does not accept the user or the password'],
  [/3D000/, 'there is no such database'],
  [/53300/, 'the database has too many connections'],
]

/** A cause that ops can act on. Never quotes a message, which can have an address or personal data. */
export function causeOf(error: unknown): string {
  const fault = faultOf(error)
  const words = causes.find(([pattern]) => pattern.test(fault))?.[1]
  // A file that cannot be opened has one of several codes, or none.
  return `${words ?? `it cannot be opened or written by the user ${userInfo().username}`} (${fault})`
}

/** Counts by index only: the time does not depend on how many leads there are. */
export async function findConditions(journal: Journal): Promise<Condition[]> {
  const since = (ms: number) => `created_at > ${journal.now} - ${ms}`
  const until = (ms: number) => `created_at <= ${journal.now} - ${ms}`
  const undelivered = Object.keys(sources).flatMap((kind) => {
    // The second and third term are those of the index.
    const inState = (state: string) =>
      `state = '${state}' AND state IN ('pending', 'leased', 'dead') AND kind = '${kind}'`
    const rejected = `state = 'pending' AND kind = '${kind}' AND outcome = 'rejected'`
    return [
      { name: `dead ${kind}`, where: inState('dead') },
      { name: `waiting ${kind}`, where: `${inState('pending')} AND ${until(lateMs)}` },
      { name: `waiting ${kind}`, where: `${inState('leased')} AND ${until(lateMs)}` },
      { name: `rejected ${kind}`, where: rejected },
    ]
  })
  const groups = [
    { name: 'suspects', where: `state = 'suspect' AND ${since(hour)}` },
    { name: 'phones', where: `state = 'suspect' AND outcome <> 'honeypot' AND ${since(day)}` },
    { name: 'old-suspects', where: `state = 'suspect' AND ${until(oldSuspectMs)}` },
    ...undelivered,
  ]
  const counts = await countGroups(journal, groups, countLimit)
  return [...new Set(groups.map(({ name }) => name))].flatMap((name) => {
    const found = counts.filter((each) => each.name === name && each.leads > 0)
    return found.length > 0 ? toCondition(name, found) : []
  })
}

function toCondition(name: string, groups: LeadCount[]): Condition[] {
  const leads = groups.reduce((sum, group) => sum + group.leads, 0)
  const count = leads < countLimit ? String(leads) : `${countLimit} or more`
  const ofSuspects = (what: string, since = '') =>
    `${count} ${what}. Visitors may be among them, who read that their form was accepted and wait for a call. To see them, run: npm run leads -- list --state suspect${since}. To send one, run: npm run leads -- release ID`
  if (name === 'suspects') {
    const text = ofSuspects('suspect leads in the last hour', ' --since 24h')
    return leads < suspectsPerHour ? [] : [{ name, text }]
  }
  if (name === 'phones') {
    const what =
      'leads in the last day were not sent, because their phone number is not a usual one of the United States or Canada, or too many leads named it'
    return [{ name, text: ofSuspects(what, ' --since 24h'), repeatAfterMs: day }]
  }
  if (name === 'old-suspects') {
    const text = ofSuspects('suspect leads have waited for more than two days')
    return [{ name, text, repeatAfterMs: 7 * day }]
  }
  const [what, kind] = name.split(' ') as [string, LeadKind]
  const [effect, advice] =
    what === 'dead'
      ? [
          'They are stored, and not tried again. Their visitors read that the form was accepted and wait for a call',
          `Fix the webhook (${webhookOf[kind]}), then run: npm run leads -- redeliver`,
        ]
      : [
          'They are stored and will be sent. Visitors notice nothing, but wait for a call',
          `To find out why, run: npm run leads -- test ${kind === 'booking' ? 'booking' : 'callback'}`,
        ]
  const { now, oldest, outcome } = groups.reduce((a, b) =>
    Number(a.oldest) <= Number(b.oldest) ? a : b,
  )
  const age = duration(now - Number(oldest))
  const next = outcome === 'restored' ? restoredAdvice : advice
  const last = outcome ? `${meaningOf(outcome)} (${outcome})` : 'there was none yet'
  const text = `${count} ${subject(name, leads)}. ${effect}. The oldest came in ${age} ago. Its last attempt: ${last}. ${next}`
  return [{ name, text }]
}

function meaningOf(outcome: string): string {
  return outcome === 'restored'
    ? 'a backup was restored in which it waited, so it may have been sent since'
    : outcomes[outcome as Outcome].means
}

/** Without an id, redeliver leaves these leads out. */
const restoredAdvice =
  'To see them, run: npm run leads -- list --state dead. To send one, run: npm run leads -- redeliver ID'

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
export function subject(name: string, leads = 2): string {
  const [what = '', rest] = name.split(' ')
  const [noun, their] = leads === 1 ? ['lead', 'its'] : ['leads', 'their']
  return subjects[what]?.(`${rest} ${noun}`, their) ?? name
}

export function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minute))
  if (minutes < 60) return `${minutes} min`
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} days`
}
