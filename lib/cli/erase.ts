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
        await store.write('DELETE FROM rate_limits WHERE key LIKE $1 RETURNING key', [`${key}%`])
    }
    await recordErased(store, id)
  }
  await store.finishPurge()
  return deleted.length > 0
}

export async function recordErased(store: Store, id: string): Promise<void> {
  await store.write(
    'INSERT INTO erased_leads (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id',
    [id],
  )
}

/** The ids of the leads that ops have deleted, so that a restored backup does not bring them back. */
export async function erasedIds(store: Store): Promise<string[]> {
  return (await store.read('SELECT id FROM erased_leads')).map(({ id }) => String(id))
}
