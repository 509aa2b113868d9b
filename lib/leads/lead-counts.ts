import 'server-only'
import type { Journal } from './journal'

/** The leads of one group: how many, and when the oldest came in and how its last attempt ended. */
export type LeadCount = {
  name: string
  leads: number
  oldest: number | null
  outcome: string | null
  now: number
}

/** Counts leads up to a limit, and by index, so that it takes no longer with a million of them. */
export async function countGroups(
  journal: Journal,
  groups: { name: string; where: string }[],
  limit: number,
): Promise<LeadCount[]> {
  const selects = groups.map(
    ({ name, where }) => `SELECT '${name}' AS name, ${journal.now} AS now,
      (SELECT COUNT(*) FROM (SELECT 1 FROM leads WHERE ${where} LIMIT ${limit}) AS counted) AS leads,
      (SELECT created_at FROM leads WHERE ${where} ORDER BY created_at LIMIT 1) AS oldest,
      (SELECT outcome FROM leads WHERE ${where} ORDER BY created_at LIMIT 1) AS outcome`,
  )
  return (await journal.read(selects.join(' UNION ALL '))) as LeadCount[]
}
