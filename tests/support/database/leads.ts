import type { StoredLead } from '@/lib/leads/lead'
import { sampleKind } from '../visitor/visitor'
import type { Database } from './database'

/** Leads that a test puts into a journal. */

const day = 86_400_000
const chunk = 20_000
const statesOfHundred = { pending: 1, dead: 2, held: 3 }

/**
 * Fills a journal with leads of the last days by SQL. Of a hundred, one is pending, one dead, and one a held lead.
 * The delivered ones of the last 30 days and those that are not delivered have their personal data. All but the held ones have a proof
 * of consent.
 */
export async function fillLeads(database: Database, count: number, now: number): Promise<void> {
  const createdAt = `${now} - CAST(${count} - n AS BIGINT) * ${day / 900}`
  const state = Object.entries(statesOfHundred).map(
    ([name, place]) =>
      `WHEN n % 100 = ${place} AND ${createdAt} > ${now - 180 * day} THEN '${name}'`,
  )
  for (let done = 0; done < count; done += chunk)
    await database.query(
      `INSERT INTO leads (id, thread, version, kind, state, payload, extras, attempts, outcome, reason, next_at, give_up_at,
         created_at, attempted_at, delivered_at)
       WITH RECURSIVE numbers (n) AS (
         SELECT ${done + 1} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${Math.min(done + chunk, count)}),
       states AS (SELECT n, ${createdAt} AS created_at, CASE ${state.join(' ')} ELSE 'delivered' END AS state FROM numbers)
       SELECT CAST(CAST(n AS BIGINT) * 2654435761 % 4294967296 AS TEXT) || '-4d1e-8a2b-' || CAST(n AS TEXT),
         'form-' || CAST(n AS TEXT), created_at, 'booking', state,
         CASE WHEN state <> 'delivered' OR created_at > ${now - 30 * day} THEN
           '{"fullName":"Ana Ruiz","businessName":"Ruiz & Sons","email":"ana' || CAST(n AS TEXT)
           || '@ruiz.com","phoneNumber":"5' || CAST(100000000 + n AS TEXT) || '","businessDescription":"${'x'.repeat(200)}"}'
         END,
         '{"consent":"2026-11-22","attribution":{"utm_source":"google","landing_path":"/"}}', 1,
         CASE state WHEN 'held' THEN NULL WHEN 'pending' THEN NULL WHEN 'dead' THEN 'failed' ELSE state END,
         CASE state WHEN 'held' THEN 'honeypot' END,
         CASE state WHEN 'pending' THEN ${now} END, ${now + 3 * day},
         created_at, created_at, CASE state WHEN 'delivered' THEN created_at + 500 END
       FROM states`,
    )
  await database.query(
    `INSERT INTO consents (id, thread, kind, name, phone, page, text_name, created_at)
     SELECT id, thread, kind, 'Ana Ruiz', '5095550147', 'https://px.example/book-demo', '2026-11-26-calls', created_at FROM leads
     WHERE state <> 'held'`,
  )
}

/** A delivered callback, as the journal returns it, with these changes. */
export function storedLead(change: Partial<StoredLead> = {}): StoredLead {
  const createdAt = Date.parse('2026-11-20T20:00:00Z')
  return {
    id: 'a1',
    kind: sampleKind,
    state: 'delivered',
    replaces: null,
    attempts: 1,
    outcome: 'delivered',
    reason: null,
    createdAt,
    nextAt: null,
    attemptedAt: null,
    deliveredAt: createdAt + 1500,
    calledAt: null,
    payload: { Name: 'Ana Ruiz', Phone: '(509) 555-0147' },
    extras: { consent: '2026-11' },
    ...change,
  }
}

/** Leads in pages, as the journal reads them. */
export async function* pages(...of: StoredLead[][]) {
  yield* of
}
