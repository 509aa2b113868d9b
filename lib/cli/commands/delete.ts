import 'server-only'
import type { Journal } from '@/lib/leads/journal'
import type { LeadFilter } from '@/lib/leads/lead'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { deleteLead } from '../erase'
import { leadPages } from '../lead-pages'
import { withJournal } from '../open-journal'
import { filterOptions } from '../options'
import { confirm, print } from '../terminal'

export const deleteCommand: Command = {
  argument: '[ID]',
  options: [...filterOptions, 'with-consent', 'yes'],
  description:
    'Delete a lead, or all that the options select, with the other versions of the same form. Its proof of consent stays, unless you give --with-consent. Copies elsewhere stay: docs/operations.md.',
  run: withJournal(async (journal, id, { filter, isFiltered, withConsent, yes }) => {
    if (Boolean(id) === isFiltered)
      throw new OpsError('Give the id of one lead, or select several, such as by --reason flood.')
    if (!id) return deleteAll(journal, filter, withConsent, yes)
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

async function deleteAll(journal: Journal, filter: LeadFilter, withConsent: boolean, yes: boolean) {
  const ids: string[] = []
  for await (const leads of leadPages(journal.store, { ...filter, withPayload: false }))
    ids.push(...leads.map(({ id }) => id))
  await confirm(`Leads that would be deleted, with their other versions: ${ids.length}.`, yes)
  let deleted = 0
  for (const id of ids) deleted += (await deleteLead(journal, id, { withConsent })).leads.length
  await journal.store.cleanUp()
  print(`Deleted leads: ${deleted}.`)
}
