import 'server-only'
import {
  entriesOf,
  entryOf,
  type Store,
  type StoredLead,
  type Suspicion,
  toStoredLead,
} from '@/lib/leads/admin'
import { leadPages, rowsInWindows } from './lead-pages'
import type { Options } from './options'

const dayMs = 86_400_000
const repeated: Suspicion[] = ['repeated-phone', 'repeated-email']

/**
 * The ids of the selected leads that were held because too many of a day named their phone number or mailbox, and whose
 * entries no sent lead has. A stranger may have used up the limit, so these can be the only leads of the person whose it is.
 */
export async function heldAndUnsent(
  store: Store,
  { kinds, reasons, since }: Pick<Options, 'kinds' | 'reasons' | 'since'>,
): Promise<Set<string>> {
  const held = repeated.filter((reason) => reasons.length === 0 || reasons.includes(reason))
  if (held.length === 0) return new Set()
  const filter = { states: ['suspect'], kinds, reasons: held, since, omit: ['extras'] } as const
  const idsOf = new Map<string, string[]>()
  const phones = new Set<string>()
  let first: number | undefined
  for await (const leads of leadPages(store, filter))
    for (const lead of leads) {
      const entries = entriesText(lead)
      idsOf.set(entries, [...(idsOf.get(entries) ?? []), lead.id])
      phones.add(entryOf({ ...lead, payload: lead.payload ?? {} }, 'phone'))
      first ??= lead.createdAt
    }
  if (first === undefined) return new Set()
  // The sent leads that used up the limit are at most a day older.
  for await (const lead of sentLeads(store, [...phones], first - dayMs))
    idsOf.delete(entriesText(lead))
  return new Set([...idsOf.values()].flat())
}

/** The sent leads with one of these phone numbers as it was entered. Each has a proof of consent. */
async function* sentLeads(
  store: Store,
  phones: string[],
  since: number,
): AsyncGenerator<StoredLead> {
  const proofs = rowsInWindows(store, {
    table: 'consents',
    columns: 'id',
    where: [`phone IN (SELECT value ->> 0 FROM ${store.rowsOf('$1')})`],
    values: [JSON.stringify(phones.map((phone) => [phone.toWellFormed()]))],
    since,
    size: 20_000,
  })
  for await (const rows of proofs) {
    const leads = await store.read(
      `SELECT id, kind, payload FROM leads WHERE state <> 'suspect' AND id IN (SELECT value ->> 0 FROM ${store.rowsOf('$1')})`,
      [JSON.stringify(rows.map(({ id }) => [id]))],
    )
    yield* leads.map(toStoredLead)
  }
}

function entriesText({ kind, payload }: StoredLead): string {
  return JSON.stringify([kind, entriesOf(payload ?? {})])
}
