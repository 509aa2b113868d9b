import 'server-only'
import { existsSync } from 'node:fs'
import { getJournal, type Journal } from '@/lib/leads/journal'
import { missingMigrations } from '@/lib/leads/store/migrations'
import { connect, isLocked } from '@/lib/leads/store/sqlite'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Options } from './options'

/**
 * Opens the journal for a command. Unlike the server, a command neither creates it nor updates its tables, because a
 * server of the earlier version may be using them. A backup can be of any version.
 */
export function withJournal<Result>(
  run: (journal: Journal, argument: string, options: Options) => Promise<Result>,
  { ofAnyVersion = false } = {},
): (args: string[], options: Options) => Promise<Result> {
  return async ([argument = ''], options) => {
    const noJournal = `There is no journal at ${journalName()}. Check DATABASE_URL, or start the server: it creates one.`
    if (env.journalFile && !existsSync(env.journalFile)) throw new OpsError(noJournal)
    const journal = getJournal()
    if (!journal) throw new OpsError('There is no journal. Set DATABASE_URL.')
    try {
      const had = await journal.store.migrations()
      if (had === 0) throw new OpsError(noJournal)
      if (!ofAnyVersion && missingMigrations(had).length > 0)
        throw new OpsError(
          'The journal has the tables of an earlier version. Start the server of this version first: it updates them.',
        )
      return await run(journal, argument, options)
    } finally {
      await journal.store.close()
    }
  }
}

/** The journal that DATABASE_URL names, without its password, so that ops see which one a command uses. */
export function journalName(): string {
  const { host, pathname } = new URL(env.journal ?? 'file:')
  return env.journalFile ?? `postgres://${host}${pathname}`
}

/** Whether another process has this file open. */
export function isInUse(path: string): boolean {
  const database = connect(path)
  try {
    // Needs a file that nobody else has open. `exec`, because a statement that fails stays open.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE')
    return false
  } catch (error) {
    return isLocked(error)
  } finally {
    database.close()
  }
}
