import 'server-only'
import { contactsOf } from '@/lib/leads/admit'
import type { Journal } from '@/lib/leads/journal'
import { toStoredLead } from '@/lib/leads/lead'
import { erasedConsent } from '@/lib/leads/record'
import type { Query, Row, Store } from '@/lib/leads/store/database'
import { OpsError } from '@/lib/server/log'

/** Deletes what the journal has of a person, and records that, so that no other copy of the journal brings it back. */

/** The ids of leads and of proofs of consent. */
type Deleted = { leads: string[]; consents: string[] }

/**
 * Deletes a lead with the other versions of the same form, the counts of their phone numbers and mailboxes, from which
 * these could be guessed, and with `withConsent` their proofs of consent, which are apart from them. One transaction also
 * records this, so that a process that ends in between has done all of it or nothing. Throws, and nothing is changed, while
 * one of them is being sent.
 */
export async function deleteLead(
  { store, leaseExpired }: Journal,
  id: string,
  { withConsent = false } = {},
): Promise<Deleted> {
  const secret = await store.secret()
  return store.transaction(async (query) => {
    const versions = await versionsOf(query, id)
    const isVersion = `id IN (${versions.map((_, index) => `$${index + 1}`).join(', ')})`
    const leads = await query(
      `DELETE FROM leads WHERE ${isVersion} AND (state <> 'leased' OR ${leaseExpired})
       RETURNING id, kind, payload, thread`,
      versions,
    )
    const [left] = await query(`SELECT id FROM leads WHERE ${isVersion}`, versions)
    if (left) throw new OpsError(`${id} is being sent: try again in a minute.`)
    for (const { kind, payload } of leads.map(toStoredLead))
      for (const { key } of payload ? contactsOf({ kind, payload }, secret) : [])
        await query('DELETE FROM limit_counts WHERE key LIKE $1 RETURNING key', [`${key}%`])
    const consents = withConsent
      ? await query(`DELETE FROM consents WHERE ${isVersion} RETURNING id`, versions)
      : []
    const deleted = { leads: leads.map(idOf), consents: consents.map(idOf) }
    // A server can know a version that it has sent while the journal failed, and a backup one that was superseded before.
    const erased = leads.map(({ thread }) => String(thread))
    // Ops can enter an email address by mistake, which must not be recorded for good.
    const isKnown = (version: string) =>
      isLeadId(version) || [...deleted.leads, ...deleted.consents].includes(version)
    for (const version of versions.filter(isKnown)) {
      erased.push(version)
      if (withConsent) erased.push(erasedConsent(version))
    }
    await recordErased(query, erased, store.now())
    return deleted
  })
}

/** The id, and those of the other versions of the same form. The row of the lead can be gone. */
async function versionsOf(query: Query, id: string): Promise<string[]> {
  const rows = await query(
    'SELECT id FROM leads WHERE id <> $1 AND thread = (SELECT thread FROM leads WHERE id = $1)',
    [id],
  )
  return [id, ...rows.map(idOf)]
}

function idOf({ id }: Row): string {
  return String(id)
}

function isLeadId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

async function recordErased(query: Query, keys: readonly string[], now: string): Promise<void> {
  for (const key of keys)
    await query(
      `INSERT INTO erased (key, erased_at) VALUES ($1, ${now})
       ON CONFLICT (key) DO UPDATE SET erased_at = excluded.erased_at RETURNING key`,
      [key],
    )
}

/** The ids of leads, threads, and keys of proofs of consent that were deleted. */
export async function readErased({ read }: Pick<Store, 'read'>): Promise<string[]> {
  return (await read('SELECT key FROM erased')).map(({ key }) => String(key))
}

/** Deletes in this journal what was deleted in another copy of it. Returns the ids of the leads. */
export async function eraseAgain(journal: Journal, erased: readonly string[]): Promise<string[]> {
  const { store } = journal
  const deleted: string[] = []
  for (const key of erased) {
    await recordErased(store.write, [key], store.now())
    if (key.startsWith(erasedConsent(''))) {
      const id = key.slice(erasedConsent('').length)
      await store.write('DELETE FROM consents WHERE id = $1 RETURNING id', [id])
      continue
    }
    const [lead] = await store.read('SELECT id FROM leads WHERE id = $1 OR thread = $1', [key])
    if (lead) deleted.push(...(await deleteLead(journal, idOf(lead))).leads)
  }
  await store.cleanUp()
  return deleted
}
