import 'server-only'
import { env } from '@/lib/server/env'
import { forms } from '../forms/forms'
import { entryOf, type LeadRecord } from './lead'
import type { Query } from './store/database'

/**
 * Records who agreed to be called, apart from the lead, because a claim can come years after its data was deleted. A lead
 * gets this proof before it is first sent. One that is never sent, such as that of a bot, gets none.
 */
export async function recordConsent(
  query: Query,
  lead: LeadRecord & { createdAt: number },
): Promise<void> {
  const { id, kind, extras, createdAt } = lead
  const [name, phone, email] = [
    entryOf(lead, 'name'),
    entryOf(lead, 'phone'),
    entryOf(lead, 'email'),
  ]
  const page = env.siteUrl + forms[kind].page
  await query(
    `INSERT INTO consents (id, kind, name, phone, email, page, text_name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, kind, name, phone, email || null, page, extras.consent, createdAt],
  )
}
