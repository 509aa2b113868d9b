import 'server-only'
import { contactsOf } from '@/lib/leads/admit'
import type { Journal } from '@/lib/leads/journal'
import { toStoredLead } from '@/lib/leads/lead'
import type { Query, Store } from '@/lib/leads/store/database'

/** Deletes what the journal has of a person, and records that, so that no other copy of the journal brings it back. */

/** The ids of leads and of proofs of consent. */
type Deleted = { leads: string[]; consents: string[] }

/** The threads too, because another copy of the journal can have a version that was superseded before. */
export type Erased = Deleted & { threads: string[] }

/**
 * Deletes a lead with the other versions of the same form, the counts of their phone numbers and mailboxes, from which
 * these could be guessed, and with `withConsent` their proofs of consent, which are apart from them. One transaction also
 * records this, so that a process that ends in between has done all of it or nothing. Null, and nothing is changed, while one
 * of them is being sent.
 */
export async function deleteLead(
  journal: Journal,
  id: string,
  { withConsent = false } = {},
): Promise<Deleted | null> {
  const { store } = journal
  const secret = await store.secret()
  const work = store.transaction(async (query) => {
    const versions = await versionsOf(query, id)
    const isVersion = `id IN (${versions.map((_, index) => `$${index + 1}`).join(', ')})`
    const leads = await query(
      `DELETE FROM leads WHERE ${isVersion} AND (state <> 'leased' OR ${journal.leaseExpired})
       RETURNING id, kind, payload, thread`,
      versions,
    )
    const [left] = await query(`SELECT id FROM leads WHERE ${isVersion}`, versions)
    if (left) throw new BeingSent()
    for (const { kind, payload } of leads.map(toStoredLead))
      for (const { key } of payload ? contactsOf({ kind, payload }, secret) : [])
        await query('DELETE FROM limit_counts WHERE key LIKE $1 RETURNING key', [`${key}%`])
    // A server can know a version that it has sent while the journal failed.
    for (const { thread } of leads) await recordErasedThread(query, String(thread), store.now())
    const deleted: Deleted = { leads: leads.map(({ id }) => String(id)), consents: [] }
    for (const version of versions) {
      const [consent] = withConsent ? await deleteConsent(query, version) : []
      if (consent) deleted.consents.push(version)
      if (!consent && !deleted.leads.includes(version) && !isLeadId(version)) continue
      await recordErased(query, 'erased_leads', version, store.now())
      if (withConsent) await recordErased(query, 'erased_consents', version, store.now())
    }
    return deleted
  })
  return work.catch((error) => {
    if (error instanceof BeingSent) return null
    throw error
  })
}

class BeingSent extends Error {}

/** The id, and those of the other versions of the same form. The row of the lead can be gone. */
async function versionsOf(query: Query, id: string): Promise<string[]> {
  const rows = await query(
    'SELECT id FROM leads WHERE id <> $1 AND thread = (SELECT thread FROM leads WHERE id = $1)',
    [id],
  )
  return [id, ...rows.map((row) => String(row.id))]
}

function deleteConsent(query: Query, id: string) {
  return query('DELETE FROM consents WHERE id = $1 RETURNING id', [id])
}

/** Ops can enter an email address by mistake, which must not be recorded for good. */
export function isLeadId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

type ErasedTable = 'erased_leads' | 'erased_consents'

async function recordErased(
  query: Query,
  table: ErasedTable,
  id: string,
  now: string,
): Promise<void> {
  await query(
    `INSERT INTO ${table} (id, erased_at) VALUES ($1, ${now})
     ON CONFLICT (id) DO UPDATE SET erased_at = excluded.erased_at RETURNING id`,
    [id],
  )
}

async function recordErasedThread(query: Query, thread: string, now: string): Promise<void> {
  await query(
    `INSERT INTO erased_threads (thread, erased_at) VALUES ($1, ${now})
     ON CONFLICT (thread) DO UPDATE SET erased_at = excluded.erased_at RETURNING thread`,
    [thread],
  )
}

export async function erasedIds({ read }: Pick<Store, 'read'>): Promise<Erased> {
  const idsIn = async (table: ErasedTable) =>
    (await read(`SELECT id FROM ${table}`)).map(({ id }) => String(id))
  const threads = await read('SELECT thread FROM erased_threads')
  return {
    leads: await idsIn('erased_leads'),
    consents: await idsIn('erased_consents'),
    threads: threads.map(({ thread }) => String(thread)),
  }
}

/** Deletes in this journal what was deleted in another copy of it. Returns the ids of the leads. */
export async function eraseAgain(journal: Journal, erased: Erased): Promise<string[]> {
  const { store } = journal
  const deleted: string[] = []
  const deleteAgain = async (id: string) =>
    deleted.push(...((await deleteLead(journal, id))?.leads ?? []))
  for (const id of erased.leads) {
    await recordErased(store.write, 'erased_leads', id, store.now())
    await deleteAgain(id)
  }
  for (const thread of erased.threads) {
    await recordErasedThread(store.write, thread, store.now())
    const [lead] = await store.read('SELECT id FROM leads WHERE thread = $1 LIMIT 1', [thread])
    if (lead) await deleteAgain(String(lead.id))
  }
  for (const id of erased.consents)
    await store.transaction(async (query) => {
      await recordErased(query, 'erased_consents', id, store.now())
      await deleteConsent(query, id)
    })
  await store.finishPurge()
  return deleted
}
