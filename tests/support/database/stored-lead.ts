import type { StoredLead } from '@/lib/leads/lead'

/** A delivered callback, as the journal returns it, with these changes. */
export function storedLead(change: Partial<StoredLead> = {}): StoredLead {
  const createdAt = Date.parse('2026-11-20T20:00:00Z')
  return {
    id: 'a1',
    kind: 'call-our-ai',
    state: 'delivered',
    replaces: null,
    attempts: 1,
    outcome: 'delivered',
    createdAt,
    nextAt: null,
    attemptedAt: null,
    deliveredAt: createdAt + 1500,
    payload: { Name: 'Ana Ruiz', Phone: '(509) 555-0147' },
    extras: { consent: '2026-11' },
    ...change,
  }
}

/** Leads in pages, as the journal reads them. */
export async function* pages(...of: StoredLead[][]) {
  yield* of
}
