import 'server-only'
import type { Journal } from '@/lib/leads/journal'
import { eraseAgain } from './erase'
import { formatLeadTable } from './formats'
import { leadPages } from './lead-pages'
import { print, printAll } from './terminal'

type Settled = { setAside: number; deleted: number }

/**
 * Makes a restored journal safe to serve: leads that waited in it are set aside, because they may have been delivered
 * since, and leads and proofs of consent that were deleted since are deleted again. Returns how many leads.
 */
export async function settleRestored(
  journal: Journal,
  erased: readonly string[],
): Promise<Settled> {
  const waiting = await journal.setAside()
  const deleted = await eraseAgain(journal, erased)
  const setAside = waiting.filter((id) => !deleted.includes(id))
  return { setAside: setAside.length, deleted: deleted.length }
}

export async function printSettled(
  { store }: Journal,
  { setAside, deleted }: Settled,
): Promise<void> {
  print(`Leads that were deleted after the backup, and are deleted again: ${deleted}.`)
  print(`Leads that waited in the backup, and are not sent: ${setAside}.`)
  if (setAside === 0) return
  const filter = { states: ['dead'], reasons: ['restored'], withPayload: false } as const
  await printAll(formatLeadTable(leadPages(store, filter)))
  print(
    'They may have been delivered since. For each that the webhook did not get, run: npm run leads -- redeliver ID',
  )
}
