import 'server-only'
import { env } from '@/lib/env'
import type { LeadRecord } from './lead'
import { entryOf } from './payload'
import type { Query } from './store/database'

/**
 * Records who agreed to be called, apart from the lead, because a claim can come years after its data was deleted. A lead
 * gets this proof before it is first sent. One that is never sent, such as that of a bot, gets none.
 */
export async function recordConsent(
  query: Query,
  lead: Omit<LeadRecord, 'submissionId' | 'previousHour'> & { createdAt: number },
): Promise<void> {
  const { id, kind, extras, createdAt } = lead
  const page = kind === 'booking' ? `${env.siteUrl}/book-demo` : `${env.siteUrl}/`
  await query(
    `INSERT INTO consents (id, kind, name, phone, email, page, version, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      id,
      kind,
      entryOf(lead, 'name'),
      entryOf(lead, 'phone'),
      entryOf(lead, 'email') || null,
      page,
      extras.consent,
      createdAt,
    ],
  )
}
