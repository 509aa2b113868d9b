import type { Database } from '../../support/database/database'

/** Changes and queries that the tools make in the journal while servers use it. */

/** Makes every lead due, as if days had passed. The retry schedule takes days. */
export async function ageByDays(database: Database, days: number): Promise<void> {
  const ms = days * 86_400_000
  await database.query(
    `UPDATE leads SET next_at = next_at - ${ms}, lease_until = lease_until - ${ms}`,
  )
}

/** Dead leads count as undelivered: a server with another webhook address sends them. */
export async function allDelivered(database: Database): Promise<boolean> {
  const undelivered = await database.query(
    "SELECT id FROM leads WHERE state IN ('pending', 'leased', 'dead') LIMIT 1",
  )
  return undelivered.length === 0
}

/** Deletes the one stored lead with this name, to test that a run detects the loss. */
export async function deleteLead(database: Database, name: string): Promise<void> {
  const rows = await database.query(
    `DELETE FROM leads WHERE payload LIKE '%"${name}"%' RETURNING id`,
  )
  if (rows.length !== 1)
    throw new Error(`The journal has ${rows.length} leads with the name "${name}", not 1`)
}
