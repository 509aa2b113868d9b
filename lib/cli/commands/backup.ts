import 'server-only'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { journalName, withJournal } from '../open-journal'
import { print } from '../terminal'

export const backup: Command = {
  argument: 'FILE',
  description:
    'Copy the journal to a new file, while servers use it. A PostgreSQL journal is copied by pg_dump, for pg_restore.',
  run: withJournal(
    async (journal, file) => {
      if (existsSync(file)) throw new OpsError(`${file} exists: name a new file.`)
      await journal.store.backup(resolve(file))
      print(`Copied the journal ${journalName()} to ${file}.`)
    },
    { ofAnyVersion: true },
  ),
}
