import 'server-only'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { deleteLead } from '../erase'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const deleteCommand: Command = {
  argument: 'ID',
  options: ['with-consent'],
  description:
    'Delete a lead, with the other versions of the same form. Its proof of consent stays, unless you give --with-consent. Copies elsewhere stay: docs/operations.md.',
  run: withJournal(async (journal, id, { withConsent }) => {
    const { leads, consents } = await deleteLead(journal, id, { withConsent })
    // Also of a command that was ended before it came to this.
    await journal.store.cleanUp()
    const deleted = withConsent ? consents : []
    const none = leads.length + deleted.length === 0
    if (!none) {
      print(`Deleted leads: ${leads.join(', ') || 'none'}.`)
      print(`Deleted proofs of consent: ${deleted.join(', ') || 'none'}.`)
    }
    if (!withConsent && consents.length > 0)
      print(
        `The proof of consent stays until ${env.consentRetentionDays} days after the form was submitted, because a claim about a call can come years later. To delete it too: npm run leads -- delete ${consents[0]} --with-consent`,
      )
    if (none) throw new OpsError(`There is no lead ${id}.`)
  }),
}
