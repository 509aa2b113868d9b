import type { Database } from './database'

/** What a harness does to the journal beside the servers. */

/** The retry schedule is days long: instead of waiting, what waits is made older. */
export async function ageByDays(database: Database, days: number): Promise<void> {
  const ms = days * 86_400_000
  await database.query(
    `UPDATE leads SET next_at = next_at - ${ms}, lease_until = lease_until - ${ms}`,
  )
}

/** A lead that is dead waits too: a server with another webhook address sends it. */
export async function nothingWaits(database: Database): Promise<boolean> {
  const waiting = await database.query(
    "SELECT id FROM leads WHERE state IN ('pending', 'leased', 'dead') LIMIT 1",
  )
  return waiting.length === 0
}

/** A fault that a run must notice. The name must be that of one stored lead. */
export async function deleteLead(database: Database, name: string): Promise<void> {
  const rows = await database.query(
    `DELETE FROM leads WHERE payload LIKE '%"${name}"%' RETURNING id`,
  )
  if (rows.length !== 1)
    throw new Error(`${rows.length} leads called "${name}" in the journal, not 1`)
}
