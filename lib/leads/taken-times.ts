import 'server-only'
import { formatLongDate } from '@/lib/dates/dates'
import {
  dayInZone,
  firstBookableDay,
  formatTimestamp,
  type IsoDate,
  lastBookableDay,
} from '@/lib/dates/days'
import { env } from '@/lib/server/env'
import { runtime } from '@/lib/server/runtime'
import type { FormValues } from '../forms/form-data'
import { freeTimes, nearestFreeDay } from '../forms/taken-times'
import { getJournal } from './journal'
import type { LeadRecord } from './lead'
import { journalCounts } from './limits/in-journal'
import type { Query, Store } from './store/database'
import { tryJournal } from './store/store'

/**
 * How many demos begin at one time (DEMOS_PER_TIME). The newest version of each booking has its start in a column, and counts in
 * every state, for as long as the journal has it.
 */

/** Null for other leads than bookings. */
export function demoStartOf({ payload }: LeadRecord): string | null {
  const { preferredDate, preferredTime } = payload
  return preferredDate && preferredTime ? formatTimestamp(preferredDate, preferredTime) : null
}

/** Until the transaction ends, no other can take the last place. A refusal is counted, for the reports of 400 days. */
export async function refusesStart(store: Store, query: Query, start: string): Promise<boolean> {
  if (!env.demosPerTime) return false
  await store.lock(query, start)
  if ((await demosAt(query, start)).length < env.demosPerTime) return false
  const key = `taken:${dayInZone(Date.now())}`
  const counter = { key, periodMs: 400 * 86_400_000, limit: Number.POSITIVE_INFINITY }
  await journalCounts(query, store.now()).add([counter])
  return true
}

/** The other demos at the start of this lead, if they are too many. Undefined for a lead that no number limits. */
export async function clashesOf(query: Query, lead: LeadRecord): Promise<string[] | undefined> {
  const start = demoStartOf(lead)
  if (!env.demosPerTime || !start) return undefined
  const demos = await demosAt(query, start)
  const isClash = demos.includes(lead.id) && demos.length > env.demosPerTime
  return isClash ? demos.filter((id) => id !== lead.id) : []
}

async function demosAt(query: Query, start: string): Promise<string[]> {
  const rows = await query('SELECT id FROM leads WHERE demo_start = $1 ORDER BY id', [start])
  return rows.map(({ id }) => String(id))
}

/** Of these threads, only the newest version has a start. A lead that was just recorded has this one. */
export async function setStarts(query: Query, threads: string[], id = '', start = '') {
  await query(
    `UPDATE leads SET demo_start = CASE
       WHEN EXISTS (SELECT 1 FROM leads AS newer WHERE newer.thread = leads.thread
         AND (newer.version, newer.id) > (leads.version, leads.id)) THEN NULL
       WHEN id = $1 THEN $2 ELSE demo_start END
     WHERE thread IN (${threads.map((_, index) => `$${index + 3}`)}) RETURNING id`,
    [id, start, ...threads],
  )
}

/** One query in 15 seconds, however many ask. While the journal fails, no time is taken. */
export function takenTimes(maxAgeMs = 15_000): Promise<string[]> {
  const kept = runtime.takenTimes
  if (performance.now() - kept.readAt >= maxAgeMs) {
    kept.readAt = performance.now()
    kept.times = tryJournal(() => readTakenTimes(getJournal()?.store)).then((times) => times ?? [])
  }
  return kept.times
}

/** From today on. None without DEMOS_PER_TIME. */
export async function readTakenTimes(store?: Store): Promise<string[]> {
  if (!env.demosPerTime || !store) return []
  const rows = await store.read(
    `SELECT demo_start AS start FROM leads WHERE demo_start >= $1
     GROUP BY demo_start HAVING COUNT(*) >= ${env.demosPerTime} ORDER BY demo_start`,
    [dayInZone(Date.now()).replaceAll('-', '')],
  )
  return rows.map(({ start }) => String(start))
}

/** Why a booking was refused, and what is free instead. */
export async function takenMessage(lead: FormValues<'booking'>): Promise<string> {
  const { preferredDate: day = '', preferredTime: time = '' } = lead
  const taken = [...(await takenTimes(0)), formatTimestamp(day, time)]
  const inWords = (date: IsoDate) => formatLongDate(date).replace(/, \d{4}$/, '')
  const free = freeTimes(taken, day).join(', ')
  const now = new Date()
  const later = nearestFreeDay(taken, day)
  // Where no later day can be booked, an earlier one.
  const next = later <= lastBookableDay(now) ? later : nearestFreeDay(taken, firstBookableDay(now))
  const instead = free
    ? `Free that day: ${free}`
    : `The next day with a free time: ${inWords(next)}`
  return `${time} on ${inWords(day)} has just been taken. ${instead}`
}
