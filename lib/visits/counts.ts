import 'server-only'
import { slotStart } from '@/lib/dates/dates'
import { dayInZone } from '@/lib/dates/days'
import { getJournal } from '@/lib/leads'
import { logError } from '@/lib/server/log'
import { runtime } from '@/lib/server/runtime'

/** Counts by day, campaign, and name. Nothing else of a visit is kept. Instances add up. */

export function addVisit({ campaign, names }: { campaign: string; names: string[] }): void {
  const day = slotStart(dayInZone(Date.now()), '12:00 AM').getTime()
  for (const name of names) {
    const key = JSON.stringify([day, campaign, name])
    runtime.visits.set(key, (runtime.visits.get(key) ?? 0) + 1)
  }
}

/** In one statement, because a database can be milliseconds away. */
const add = (rows: string) => `INSERT INTO visit_counts (day, campaign, name, count)
  SELECT CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, SUM(CAST(value ->> 3 AS BIGINT))
  FROM ${rows} GROUP BY 1, 2, 3
  ON CONFLICT (day, campaign, name) DO UPDATE SET count = visit_counts.count + excluded.count RETURNING day`
const campaignsOf = 'SELECT DISTINCT campaign FROM visit_counts WHERE day = $1'
/** Of a day. The others are counted together, so that no client can fill the journal. */
const maxCampaigns = 200

/** Never throws: what the journal does not take is dropped. */
export async function writeVisits(): Promise<void> {
  const visits = [...runtime.visits]
  runtime.visits.clear()
  try {
    const store = visits.length > 0 ? getJournal()?.store : null
    await store?.transaction(async (query) => {
      await store.lock(query, 'visit_counts')
      const named: Record<number, Set<unknown>> = {}
      const rows: unknown[] = []
      for (const [key, count] of visits) {
        const [day, campaign, name] = JSON.parse(key)
        named[day] ??= new Set((await query(campaignsOf, [day])).map((row) => row.campaign))
        if (named[day].size < maxCampaigns) named[day].add(campaign)
        rows.push([day, named[day].has(campaign) ? campaign : 'other', name, count])
      }
      await query(add(store.rowsOf('$1')), [rows])
    })
  } catch (error) {
    logError('journal', error)
  }
}
