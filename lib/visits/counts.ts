import 'server-only'
import { dayStart } from '@/lib/dates/dates'
import { dayInZone } from '@/lib/dates/days'
import { getVisitStore, type Query } from '@/lib/leads'
import { logError } from '@/lib/server/log'
import { perProcess } from '@/lib/server/per-process'

/** Counts by day and name, and of entries also by campaign. Nothing else of a visit is kept. Instances add up. */

/** What the journal does not have yet: fewer than 5,000 keys, because names without a campaign have at most 100. */
export const visits = perProcess('visits', () => new Map<string, number>())
const maxCampaigns = 4900

/** In place of a campaign: of all names but `entry`, and of the entries of campaigns that are too many to have names. */
const unnamed = ''

export function addVisit({ campaign, names }: { campaign: string; names: string[] }): void {
  const day = dayStart(dayInZone(Date.now())).getTime()
  const keyOf = (campaign: string, name: string) => JSON.stringify([day, campaign, name])
  for (const name of names) {
    const ofCampaign = keyOf(campaign, name)
    const isNamed = campaign === 'direct' || visits.has(ofCampaign) || visits.size < maxCampaigns
    const key = name === 'entry' && isNamed ? ofCampaign : keyOf(unnamed, name)
    visits.set(key, (visits.get(key) ?? 0) + 1)
  }
}

/** So many campaigns of the week before, and so many new ones a day, have names, so that no client can fill the journal. */
const maxNamed = 50

/** In one statement, because a database can be milliseconds away. In order, so that two instances do not wait for each other. */
const add = (rows: string) => `INSERT INTO visit_counts (day, campaign, name, count)
  SELECT CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, SUM(CAST(value ->> 3 AS BIGINT))
  FROM ${rows} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, campaign, name) DO UPDATE SET count = visit_counts.count + excluded.count RETURNING day`
const campaignsOf = `SELECT campaign FROM visit_counts
  WHERE day >= $1 AND day < $2 AND name = 'entry' AND campaign NOT IN ('direct', '${unnamed}')
  GROUP BY campaign ORDER BY COUNT(*) DESC, SUM(count) DESC, campaign`
const dayMs = 86_400_000

/** Never throws: what the journal does not take is dropped. */
export async function writeVisits(): Promise<void> {
  const counted = [...visits]
  visits.clear()
  try {
    const store = counted.length > 0 ? getVisitStore() : null
    if (!store) return
    const days: Record<number, Awaited<ReturnType<typeof namesOn>>> = {}
    const rows = new Map<string, number>()
    for (const [key, count] of counted) {
      const [day, campaign, name] = JSON.parse(key)
      days[day] ??= await namesOn(store.read, day)
      const row = JSON.stringify([day, days[day](campaign), name])
      rows.set(row, (rows.get(row) ?? 0) + count)
    }
    const values = [...rows].map(([row, count]) => [...JSON.parse(row), count])
    await store.write(add(store.rowsOf('$1')), [values])
  } catch (error) {
    logError('journal', error)
  }
}

/**
 * Returns a function that gives the name under which a campaign is counted on this day. Of the week before, those of the most
 * days have names, because many visits are easily forged. Days have 23 to 25 hours.
 */
async function namesOn(read: Query, day: number) {
  const between = async (from: number, to: number) =>
    (await read(campaignsOf, [from, to])).map(({ campaign }) => String(campaign))
  const before = await between(day - 7.5 * dayMs, day)
  const known = new Set([unnamed, 'direct', ...before.slice(0, maxNamed)])
  const today = await between(day, day + dayMs / 2)
  const added = new Set(today.filter((campaign) => !known.has(campaign)))
  return (campaign: string) => {
    if (known.has(campaign)) return campaign
    if (added.size < maxNamed) added.add(campaign)
    return added.has(campaign) ? campaign : unnamed
  }
}
