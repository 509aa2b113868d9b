import 'server-only'
import { entriesOf, type LeadState, type Store, type StoredLead } from '@/lib/leads/admin'
import { leadPages } from './lead-pages'

const dayMs = 86_400_000
const sentStates: LeadState[] = ['pending', 'leased', 'delivered', 'dead']

/**
 * The ids of the leads that were held because too many of a day named their phone number or mailbox, and whose entries
 * no sent lead has. A stranger may have used up the limit, so these can be the only leads of the person whose it is.
 */
export async function heldAndUnsent(store: Store): Promise<Set<string>> {
  const idsOf = new Map<string, string[]>()
  let since = Number.POSITIVE_INFINITY
  for await (const leads of leadPages(store, { states: ['suspect'], omit: ['extras'] }))
    for (const lead of leads) {
      if (!lead.outcome?.startsWith('repeated-')) continue
      const entries = entriesText(lead)
      idsOf.set(entries, [...(idsOf.get(entries) ?? []), lead.id])
      // The sent leads that used up the limit are at most a day older.
      since = Math.min(since, lead.createdAt - dayMs)
    }
  if (idsOf.size === 0) return new Set()
  for await (const leads of leadPages(store, { states: sentStates, since, omit: ['extras'] }))
    for (const lead of leads) idsOf.delete(entriesText(lead))
  return new Set([...idsOf.values()].flat())
}

function entriesText({ kind, payload }: StoredLead): string {
  return JSON.stringify([kind, entriesOf(payload ?? {})])
}
