import 'server-only'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { deleteLead, isLeadId } from '../erase'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const deleteCommand: Command = {
  argument: 'ID',
  options: ['with-consent'],
  description:
    'Delete a lead, with the other versions of the same form. Its proof of consent stays, unless you give --with-consent. Copies elsewhere stay: docs/operations.md.',
  run: withJournal(async (journal, id, { withConsent }) => {
    const { store } = journal
    const deleted = await deleteLead(journal, id, { withConsent })
    if (!deleted) throw new OpsError(`${id} is being sent: try again in a minute.`)
    // Also of a command that was ended before it came to this.
    await store.finishPurge()
    const versions = deleted.leads.filter((version) => version !== id)
    if (versions.length > 0)
      print(`Other versions of this booking that are deleted, too: ${versions.join(', ')}.`)
    if (deleted.consents.includes(id))
      return print(`${id} is deleted from the journal, with its proof of consent.`)
    const [proof] = await store.read('SELECT id FROM consents WHERE id = $1', [id])
    const stays = proof
      ? ` The proof of consent stays until ${env.consentRetentionDays} days after the form was submitted, because a claim about a call can come years later. To delete it too: npm run leads -- delete ${id} --with-consent`
      : ''
    if (!deleted.leads.includes(id)) {
      const recorded = ' It is recorded as deleted, so no restore brings it back.'
      throw new OpsError(`There is no lead ${id}.${isLeadId(id) ? recorded : ''}${stays}`)
    }
    const none = withConsent ? ' It had no proof of consent.' : stays
    print(`${id} is deleted from the journal.${none}`)
  }),
}
