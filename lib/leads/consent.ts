import 'server-only'
import { env } from '@/lib/env'
import { forms } from '../forms/forms'
import type { LeadRecord } from './lead'
import { entryOf } from './payload'
import type { Query } from './store/database'

type SentLead = Omit<LeadRecord, 'submissionId' | 'previousHour'> & { createdAt: number }

/**
 * Records who agreed to be called, apart from the lead, because a claim can come years after its data was deleted. A lead
 * gets this proof before it is first sent. One that is never sent, such as that of a bot, gets none.
 */
export function recordConsent(query: Query, lead: SentLead): Promise<void> {
  return recordConsents(query, [lead])
}

/** Several in one statement, because a database can be milliseconds away, and few, because libsql takes long to bind many values. */
const rowsOfStatement = 20

export async function recordConsents(query: Query, leads: readonly SentLead[]): Promise<void> {
  for (let first = 0; first < leads.length; first += rowsOfStatement) {
    const rows = leads.slice(first, first + rowsOfStatement).map(columnsOf)
    const places = rows.map((row, index) => {
      const before = index * row.length
      return `(${row.map((_, column) => `$${before + column + 1}`).join(', ')})`
    })
    await query(
      `INSERT INTO consents (id, kind, name, phone, email, page, version, created_at)
       VALUES ${places.join(', ')} ON CONFLICT (id) DO NOTHING RETURNING id`,
      rows.flat(),
    )
  }
}

function columnsOf(lead: SentLead) {
  const { id, kind, extras, createdAt } = lead
  const page = env.siteUrl + forms[kind].page
  const [name, phone] = [entryOf(lead, 'name'), entryOf(lead, 'phone')]
  return [id, kind, name, phone, entryOf(lead, 'email') || null, page, extras.consent, createdAt]
}

/** Maintenance records the missing consents of the leads from this time on once more. */
export async function expectMissingConsents(query: Query, createdAt: number): Promise<void> {
  await query(
    `UPDATE maintenance SET consents_at = $1, consents_id = '' WHERE consents_at >= $1 RETURNING id`,
    [createdAt],
  )
}
