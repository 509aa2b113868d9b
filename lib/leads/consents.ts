import 'server-only'
import { env } from '@/lib/server/env'
import { forms } from '../forms/forms'
import { entryOf, type LeadRecord } from './lead'
import type { Query, Store } from './store/database'

type ProvenLead = LeadRecord & { createdAt: number }

/**
 * Records who agreed to be called, apart from the lead, because a claim can come years after its data was deleted. A lead
 * gets this proof before it is first sent. One that is never sent, such as that of a bot, gets none.
 */
export async function recordConsents(
  { rowsOf }: Store,
  query: Query,
  leads: readonly ProvenLead[],
): Promise<void> {
  if (leads.length === 0) return
  const texts = [0, 1, 2, 3, 4, 5, 6].map((column) => `value ->> ${column}`)
  // SQLite would read ON CONFLICT as part of a join without WHERE.
  await query(
    `INSERT INTO consents (id, kind, name, phone, email, page, text_name, created_at)
     SELECT ${texts.join(', ')}, CAST(value ->> 7 AS BIGINT) FROM ${rowsOf('$1')} WHERE 1 = 1
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [leads.map(columnsOf)],
  )
}

function columnsOf(lead: ProvenLead) {
  const { id, kind, extras, createdAt } = lead
  const [name, phone, email] = [
    entryOf(lead, 'name'),
    entryOf(lead, 'phone'),
    entryOf(lead, 'email'),
  ]
  const page = env.siteUrl + forms[kind].page
  return [id, kind, name, phone, email || null, page, extras.consent, createdAt]
}
