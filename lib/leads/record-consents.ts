import 'server-only'
import { env } from '@/lib/server/env'
import { forms } from '../forms/forms'
import type { LeadRecord } from './lead'
import { entryOf } from './payload'
import type { Query, Store } from './store/database'

type SentLead = LeadRecord & { createdAt: number }

/**
 * Records who agreed to be called, apart from the lead, because a claim can come years after its data was deleted. A lead
 * gets this proof before it is first sent. One that is never sent, such as that of a bot, gets none.
 */
export async function recordConsents(
  { rowsOf }: Store,
  query: Query,
  leads: readonly SentLead[],
): Promise<void> {
  if (leads.length === 0) return
  const texts = [0, 1, 2, 3, 4, 5, 6].map((column) => `value ->> ${column}`)
  // SQLite would read ON CONFLICT as part of a join without WHERE.
  await query(
    `INSERT INTO consents (id, kind, name, phone, email, page, version, created_at)
     SELECT ${texts.join(', ')}, CAST(value ->> 7 AS BIGINT) FROM ${rowsOf('$1')} WHERE 1 = 1
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [leads.map(columnsOf)],
  )
}

function columnsOf(lead: SentLead) {
  const { id, kind, extras, createdAt } = lead
  const entry = (type: 'name' | 'phone' | 'email') => entryOf(lead, type)
  const page = env.siteUrl + forms[kind].page
  return [
    id,
    kind,
    entry('name'),
    entry('phone'),
    entry('email') || null,
    page,
    extras.consent,
    createdAt,
  ]
}
