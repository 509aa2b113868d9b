import 'server-only'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isInUse } from '@/lib/leads/store/sqlite'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { readErased } from '../erase'
import { journalName, journalPath, withJournal } from '../open-journal'
import { printSettled, settleRestored } from '../settle-restored'
import { printError } from '../terminal'

export const setAside: Command = {
  options: ['yes'],
  description:
    'End the attempts of leads that wait in a database restored by other means. They may have been delivered since the backup. Run it before a server starts. Leads on the list of deleted ones are deleted again.',
  run: async (args, options) => {
    const path = journalPath()
    if (path && existsSync(path) && isInUse(path))
      throw new OpsError(`${path} is in use. Stop the server, then set its leads aside.`)
    await withJournal(
      async (journal) => {
        if (!path && !options.yes) await confirm()
        const settled = await settleRestored(journal, await readErased(journal.store))
        await printSettled(journal, settled)
      },
      { ofAnyVersion: true },
    )(args, options)
  },
}

/** Unlike those of a file, the users of a database cannot be seen. */
async function confirm(): Promise<void> {
  printError(
    `This ends the attempts of all leads that wait in ${journalName()}. If it was just restored, and no server uses it, enter yes:`,
  )
  let answer = ''
  for await (answer of createInterface({ input: process.stdin })) break
  if (answer.trim() !== 'yes') throw new OpsError('Nothing was changed. Enter yes, or add --yes.')
}
