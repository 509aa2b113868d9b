import 'server-only'
import { contactsOf, type Journal, type Query, type Store } from '@/lib/leads/admin'

/** Deletes what the journal has of a person, and records that, so that no other copy of the journal brings it back. */

/** Whether the lead and its proof of consent were there. */
type Deleted = { lead: boolean; consent: boolean }

/**
 * Deletes a lead, the counts of its phone number and mailbox, from which these could be guessed, and with `withConsent` its
 * proof of consent, which is apart from it. One transaction also records this, so that a process that ends in between has
 * done all of it or nothing. Null, and nothing is changed, while the lead is being sent.
 */
export async function deleteLead(
  journal: Journal,
  id: string,
  { withConsent = false } = {},
): Promise<Deleted | null> {
  const { store } = journal
  const lead = await journal.find(id)
  const secret = await store.secret()
  const contacts = lead?.payload ? contactsOf({ ...lead, payload: lead.payload }, secret) : []
  return store.transaction(async (query) => {
    const leads = await query(
      `DELETE FROM leads WHERE id = $1 AND (state <> 'leased' OR ${journal.leaseExpired}) RETURNING id`,
      [id],
    )
    const [left] = await query('SELECT id FROM leads WHERE id = $1', [id])
    if (left) return null
    for (const { key } of contacts)
      await query('DELETE FROM limit_counts WHERE key LIKE $1 RETURNING key', [`${key}%`])
    const consents = withConsent ? await deleteConsent(query, id) : []
    const deleted = { lead: leads.length > 0, consent: consents.length > 0 }
    if (deleted.lead || deleted.consent || isLeadId(id)) {
      await recordErased(query, 'erased_leads', id)
      if (withConsent) await recordErased(query, 'erased_consents', id)
    }
    return deleted
  })
}

function deleteConsent(query: Query, id: string) {
  return query('DELETE FROM consents WHERE id = $1 RETURNING id', [id])
}

/** Ops can enter an email address by mistake, which must not be recorded for good. */
export function isLeadId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

type ErasedTable = 'erased_leads' | 'erased_consents'

async function recordErased(query: Query, table: ErasedTable, id: string): Promise<void> {
  await query(`INSERT INTO ${table} (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id`, [
    id,
  ])
}

/** The ids of the leads whose data ops have deleted. */
export type Erased = { leads: string[]; consents: string[] }

export async function erasedIds(store: Store): Promise<Erased> {
  const idsIn = async (table: ErasedTable) =>
    (await store.read(`SELECT id FROM ${table}`)).map(({ id }) => String(id))
  return { leads: await idsIn('erased_leads'), consents: await idsIn('erased_consents') }
}

/** Deletes in this journal what was deleted in another copy of it. Returns how many leads. */
export async function eraseAgain(journal: Journal, erased: Erased): Promise<number> {
  const { store } = journal
  let deleted = 0
  for (const id of erased.leads) {
    await recordErased(store.write, 'erased_leads', id)
    if ((await deleteLead(journal, id))?.lead) deleted++
  }
  for (const id of erased.consents)
    await store.transaction(async (query) => {
      await recordErased(query, 'erased_consents', id)
      await deleteConsent(query, id)
    })
  await store.finishPurge()
  return deleted
}
