import 'server-only'
import { contactsOf } from '@/lib/leads/admit'
import type { Journal } from '@/lib/leads/journal'
import { toStoredLead } from '@/lib/leads/lead'
import { erasedConsent } from '@/lib/leads/record'
import type { Query, Store } from '@/lib/leads/store/database'

/** Deletes what the journal has of a person, and records that, so that no other copy of the journal brings it back. */

/** The ids of leads and of proofs of consent. */
type Deleted = { leads: string[]; consents: string[] }

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
    const deleted: Deleted = { leads: leads.map(({ id }) => String(id)), consents: [] }
    // A server can know a version that it has sent while the journal failed, and a backup one that was superseded before.
    const erased = leads.map(({ thread }) => String(thread))
    for (const version of versions) {
      const [consent] = withConsent ? await deleteConsent(query, version) : []
      if (consent) deleted.consents.push(version)
      if (!consent && !deleted.leads.includes(version) && !isLeadId(version)) continue
      erased.push(version)
      if (withConsent) erased.push(erasedConsent(version))
    }
    await recordErased(query, erased, store.now())
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
      await deleteConsent(store.write, key.slice(erasedConsent('').length))
      continue
    }
    const [lead] = await store.read('SELECT id FROM leads WHERE id = $1 OR thread = $1', [key])
    const again = lead && (await deleteLead(journal, String(lead.id)))
    deleted.push(...(again?.leads ?? []))
  }
  await store.finishPurge()
  return deleted
}
