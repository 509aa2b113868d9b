import 'server-only'
import { contactsOf } from '@/lib/leads/admit'
import type { Journal } from '@/lib/leads/journal'
import { toStoredLead } from '@/lib/leads/lead'
import { erasedConsent } from '@/lib/leads/record'
import type { Query, Row, Store } from '@/lib/leads/store/database'
import { OpsError } from '@/lib/server/log'

/** Deletes what the journal has of a person, and records that, so that no other copy of the journal brings it back. */

/**
 * Deletes a lead with the other versions of the same form, the counts of their phone numbers and mailboxes, from which
 * these could be guessed, and with `withConsent` the proofs of consent of all versions, which are apart from them, also of
 * those that were superseded. One transaction also records this, so that a process that ends in between has done all of it
 * or nothing. Throws, and nothing is changed, while one of them is being sent. Returns the ids of the leads, and of the proofs of
 * consent, which without `withConsent` stay.
 */
export async function deleteLead(
  { store, leaseExpired }: Journal,
  id: string,
  { withConsent = false } = {},
): Promise<{ leads: string[]; consents: string[] }> {
  const secret = await store.secret()
  return store.transaction(async (query) => {
    const [known] = await query(
      'SELECT thread FROM leads WHERE id = $1 UNION SELECT thread FROM consents WHERE id = $1',
      [id],
    )
    const thread = String(known?.thread ?? '')
    const leads = await query(
      `DELETE FROM leads WHERE thread = $1 AND (state <> 'leased' OR ${leaseExpired}) RETURNING id, kind, payload`,
      [thread],
    )
    const [left] = await query('SELECT id FROM leads WHERE thread = $1', [thread])
    if (left) throw new OpsError(`${id} is being sent: try again in a minute.`)
    for (const { kind, payload } of leads.map(toStoredLead))
      for (const { key } of payload ? contactsOf({ kind, payload }, secret) : [])
        await query('DELETE FROM limit_counts WHERE key LIKE $1 RETURNING key', [`${key}%`])
    const consents = await query(
      withConsent
        ? 'DELETE FROM consents WHERE thread = $1 RETURNING id'
        : 'SELECT id FROM consents WHERE thread = $1',
      [thread],
    )
    const deleted = { leads: leads.map(idOf), consents: consents.map(idOf) }
    // A backup can have a version that was superseded before, and a server one that it has sent while the journal failed,
    // and of which the journal knows nothing. But ops can enter an email address by mistake, which must not stay.
    const keys = known ? [thread, ...deleted.leads, ...deleted.consents] : [id].filter(isLeadId)
    const erased = new Set(keys.flatMap((key) => (withConsent ? [key, erasedConsent(key)] : [key])))
    await recordErased(query, [...erased], store.now())
    return deleted
  })
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
      const ofLeads = key.slice(erasedConsent('').length)
      await store.write('DELETE FROM consents WHERE id = $1 OR thread = $1 RETURNING id', [ofLeads])
      continue
    }
    const [lead] = await store.read('SELECT id FROM leads WHERE id = $1 OR thread = $1', [key])
    if (lead) deleted.push(...(await deleteLead(journal, idOf(lead))).leads)
  }
  await store.cleanUp()
  return deleted
}
