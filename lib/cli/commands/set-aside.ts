import 'server-only'
import { existsSync } from 'node:fs'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { readErased } from '../erase'
import { isInUse, journalName, withJournal } from '../open-journal'
import { printSettled, settleRestored } from '../settle-restored'
import { confirm } from '../terminal'

export const setAside: Command = {
  options: ['yes'],
  description:
    'End the attempts of leads that wait in a database restored by other means. They may have been delivered since the backup. Run it before a server starts. Leads on the list of deleted ones are deleted again.',
  run: async (args, options) => {
    const path = env.journalFile
    if (path && existsSync(path) && isInUse(path))
      throw new OpsError(`${path} is in use. Stop the server, then set its leads aside.`)
    await withJournal(
      async (journal) => {
        // Unlike those of a file, the users of a database cannot be seen.
        if (!path)
          await confirm(
            `This ends the attempts of all leads that wait in ${journalName()}, which has to be just restored, and used by no server.`,
            options.yes,
          )
        const settled = await settleRestored(journal, await readErased(journal.store))
        await printSettled(journal, settled)
      },
      { ofAnyVersion: true },
    )(args, options)
  },
}
