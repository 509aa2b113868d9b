import 'server-only'
import { purgeOld } from '@/lib/leads/maintenance'
import { env } from '@/lib/server/env'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const purge: Command = {
  description: `Delete old personal data. It is that of leads delivered over ${env.retentionDays} days ago and of expired undelivered ones. Proofs of consent go after ${env.consentRetentionDays} days.`,
  run: withJournal(async (journal) =>
    print(`Leads that lost their personal data: ${await purgeOld(journal.store)}.`),
  ),
}
