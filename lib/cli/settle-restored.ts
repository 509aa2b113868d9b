import 'server-only'
import type { Journal } from '@/lib/leads/journal'
import type { Store } from '@/lib/leads/store/database'
import { type Erased, eraseAgain } from './erase'
import { leadPages } from './lead-pages'
import type { Options } from './options'
import { printLeads } from './print-leads'
import { print } from './terminal'

type Settled = { setAside: number; deleted: number }

/**
 * Makes a restored journal safe to serve: leads that waited in it are set aside, because they may have been delivered
 * since, and leads and proofs of consent that were deleted since are deleted again. Returns how many leads.
 */
export async function settleRestored(journal: Journal, erased: Erased): Promise<Settled> {
  const waiting = await journal.setAside()
  const deleted = await eraseAgain(journal, erased)
  return { setAside: waiting.filter((id) => !erased.leads.includes(id)).length, deleted }
}

export async function printSettled(
  journal: Journal,
  { setAside, deleted }: Settled,
  options: Options,
): Promise<void> {
  print(`Leads that were deleted after the backup, and are deleted again: ${deleted}.`)
  print(`Leads that waited in the backup, and are not sent: ${setAside}.`)
  if (setAside === 0) return
  await printLeads(restoredLeads(journal.store), options)
  print(
    'They may have been delivered since. For each that the webhook did not get, run: npm run leads -- redeliver ID',
  )
}

async function* restoredLeads(store: Store) {
  for await (const page of leadPages(store, { states: ['dead'], omit: ['payload', 'extras'] }))
    yield page.filter(({ reason }) => reason === 'restored')
}
