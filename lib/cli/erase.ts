import 'server-only'
import { contactsOf, type Journal, type Store } from '@/lib/leads/admin'

/**
 * Deletes a lead, the counts of its phone number and mailbox, from which these could be guessed, and their traces in the file.
 * False when there is none, or when it is being sent.
 */
export async function deleteLead(journal: Journal, id: string): Promise<boolean> {
  const { store } = journal
  const lead = await journal.find(id)
  if (!lead) return false
  const deleted = await store.write(
    `DELETE FROM leads WHERE id = $1 AND (state <> 'leased' OR ${journal.leaseExpired}) RETURNING id`,
    [id],
  )
  if (deleted.length > 0) {
    const { kind, payload } = lead
    if (payload) {
      for (const { key } of contactsOf({ kind, payload }, await store.secret()))
        await store.write('DELETE FROM limit_counts WHERE key LIKE $1 RETURNING key', [`${key}%`])
    }
    await recordErased(store, 'erased_leads', id)
  }
  await store.finishPurge()
  return deleted.length > 0
}

/** Deletes the proof of consent of a lead, which is apart from the lead. False when there is none. */
export async function deleteConsent(store: Store, id: string): Promise<boolean> {
  const deleted = await store.write('DELETE FROM consents WHERE id = $1 RETURNING id', [id])
  if (deleted.length > 0) await recordErased(store, 'erased_consents', id)
  await store.finishPurge()
  return deleted.length > 0
}

type ErasedTable = 'erased_leads' | 'erased_consents'

async function recordErased(store: Store, table: ErasedTable, id: string): Promise<void> {
  await store.write(
    `INSERT INTO ${table} (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id],
  )
}

/** The ids of the leads whose data ops have deleted, so that no other copy of the journal brings it back. */
export type Erased = { leads: string[]; consents: string[] }

export async function erasedIds(store: Store): Promise<Erased> {
  const idsIn = async (table: ErasedTable) =>
    (await store.read(`SELECT id FROM ${table}`)).map(({ id }) => String(id))
  return { leads: await idsIn('erased_leads'), consents: await idsIn('erased_consents') }
}

/** Deletes in this journal what was deleted in another copy of it. Returns how many leads. */
export async function eraseAgain(journal: Journal, erased: Erased): Promise<number> {
  let deleted = 0
  for (const id of erased.leads) {
    await recordErased(journal.store, 'erased_leads', id)
    if (await deleteLead(journal, id)) deleted++
  }
  for (const id of erased.consents) {
    await recordErased(journal.store, 'erased_consents', id)
    await deleteConsent(journal.store, id)
  }
  return deleted
}
