import 'server-only'
import { dayStart } from '@/lib/dates/dates'
import { dayInZone } from '@/lib/dates/days'
import { getJournal, type Query } from '@/lib/leads'
import { logError } from '@/lib/server/log'
import { perProcess } from '@/lib/server/per-process'

/** Counts by day, campaign, and name. Nothing else of a visit is kept. Instances add up. */

/** What the journal does not have yet. */
export const visits = perProcess('visits', () => new Map<string, number>())

export function addVisit({ campaign, names }: { campaign: string; names: string[] }): void {
  const day = dayStart(dayInZone(Date.now())).getTime()
  for (const name of names) {
    const key = JSON.stringify([day, campaign, name])
    visits.set(key, (visits.get(key) ?? 0) + 1)
  }
}

/** In one statement, because a database can be milliseconds away. */
const add = (rows: string) => `INSERT INTO visit_counts (day, campaign, name, count)
  SELECT CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, SUM(CAST(value ->> 3 AS BIGINT))
  FROM ${rows} GROUP BY 1, 2, 3
  ON CONFLICT (day, campaign, name) DO UPDATE SET count = visit_counts.count + excluded.count RETURNING day`
const campaignsOf = 'SELECT DISTINCT campaign FROM visit_counts WHERE day >= $1 AND day < $2'
const dayMs = 86_400_000
/** New ones of a day. The others are counted together, so that no client can fill the journal. */
const maxNewCampaigns = 200

/** The campaigns of a day and those of the seven days before, which always have their names. Days have 23 to 25 hours. */
async function campaignsAround(query: Query, day: number) {
  const read = async (from: number, to: number) =>
    new Set((await query(campaignsOf, [from, to])).map((row) => row.campaign))
  const known = await read(day - 7.5 * dayMs, day)
  const today = [...(await read(day, day + dayMs / 2))].filter((name) => !known.has(name))
  return { known, added: new Set(today) }
}

/** Never throws: what the journal does not take is dropped. */
export async function writeVisits(): Promise<void> {
  const counted = [...visits]
  visits.clear()
  try {
    const store = counted.length > 0 ? getJournal()?.store : null
    await store?.transaction(async (query) => {
      await store.lock(query, 'visit_counts')
      const days: Record<number, Awaited<ReturnType<typeof campaignsAround>>> = {}
      const rows: unknown[] = []
      for (const [key, count] of counted) {
        const [day, campaign, name] = JSON.parse(key)
        days[day] ??= await campaignsAround(query, day)
        const { known, added } = days[day]
        if (!known.has(campaign) && added.size < maxNewCampaigns) added.add(campaign)
        const isNamed = known.has(campaign) || added.has(campaign)
        rows.push([day, isNamed ? campaign : 'other', name, count])
      }
      await query(add(store.rowsOf('$1')), [rows])
    })
  } catch (error) {
    logError('journal', error)
  }
}
