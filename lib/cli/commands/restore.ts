import 'server-only'
import { chownSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Journal } from '@/lib/leads/journal'
import { openSqlite } from '@/lib/leads/store/sqlite'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { readErased } from '../erase'
import { callerPath } from '../files'
import { isoTime } from '../formats'
import { isInUse, withJournal } from '../open-journal'
import { printSettled, settleRestored } from '../settle-restored'
import { print, printError } from '../terminal'

export const restore: Command = {
  argument: 'FILE',
  description:
    'Put a backup in the place of the journal, with the server stopped. Leads that waited in it are not sent.',
  run: async ([file = ''], options) => {
    const path = env.journalFile
    if (!path)
      throw new OpsError(
        'The journal is a PostgreSQL database: restore it with pg_restore. Then run: npm run leads -- set-aside --yes',
      )
    const { previous, erasedAreKnown, ...restored } = await restoreFile(path, callerPath(file))
    print(
      `Restored ${path} from ${file}. Leads in it: ${restored.leads}. The newest: ${isoTime(restored.newest) ?? 'none'}.`,
    )
    if (restored.leads === 0)
      printError('The backup has no leads. Check whether it is the one that you mean.')
    if (previous)
      print(`The journal before is in ${previous}. Delete it when you no longer need it.`)
    if (!erasedAreKnown)
      print(
        'The journal before is not readable. Leads that were deleted after the backup may be back: delete them again.',
      )
    await withJournal((journal) => printSettled(journal, restored))([], options)
  },
}

/** Puts a backup in the place of a journal file, which is kept under another name. No server may use the file. */
async function restoreFile(path: string, backup: string) {
  if (!existsSync(backup)) throw new OpsError(`There is no file ${backup}.`)
  const folder = dirname(path)
  if (!existsSync(folder)) throw new OpsError(`There is no folder ${folder}. Check DATABASE_URL.`)
  if (existsSync(path)) await waitUntilUnused(path)
  const erased = await erasedIn(path)
  const copy = `${path}.restoring`
  removeDatabase(copy)
  copyFileSync(backup, copy)
  // A file of root could not be used by the server.
  const { uid, gid } = statSync(existsSync(path) ? path : folder)
  if (process.getuid?.() === 0) chownSync(copy, uid, gid)
  try {
    const restored = await openJournal(copy)
    if (!restored) throw new OpsError(`${backup} is not a backup of a journal.`)
    const settled = settleRestored(restored, erased ?? [])
    const counted = settled.then(async (result) => ({ ...result, ...(await contentOf(restored)) }))
    const result = await counted.finally(restored.store.close)
    const previous = existsSync(path) ? `${path}.before-restore-${Date.now()}` : null
    if (previous) moveDatabase(path, previous)
    moveDatabase(copy, path)
    return { ...result, previous, erasedAreKnown: erased !== null }
  } finally {
    removeDatabase(copy)
  }
}

/** A server that stops first answers its visitors. */
async function waitUntilUnused(path: string): Promise<void> {
  for (let waits = 0; isInUse(path); waits++) {
    if (waits === 0) printError(`${path} is in use. Waiting for 20 s until its server has stopped.`)
    if (waits === 40) throw new OpsError(`${path} is in use. Stop the server, then restore.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function contentOf({ store }: Journal): Promise<{ leads: number; newest: number | null }> {
  const [row] = await store.read('SELECT COUNT(*) AS leads, MAX(created_at) AS newest FROM leads')
  return { leads: Number(row?.leads), newest: row?.newest ? Number(row.newest) : null }
}

/**
 * What was deleted from a journal file. Read without a store, which refuses the file of a newer
 * version, and updates that of an earlier one. Null when they cannot be read.
 */
async function erasedIn(path: string): Promise<string[] | null> {
  if (!existsSync(path)) return null
  try {
    const { read, close } = openSqlite(path)
    return await readErased({ read }).finally(close)
  } catch {
    return null
  }
}

/** Null when the file is not a journal, or is damaged. */
async function openJournal(path: string): Promise<Journal | null> {
  try {
    const journal = Journal.open(openSqlite(path))
    if ((await journal.store.migrations()) > 0) return journal
    await journal.store.close()
  } catch {
    // Not a database.
  }
  return null
}

const databaseFiles = ['', '-wal', '-shm']

function moveDatabase(from: string, to: string): void {
  for (const suffix of databaseFiles)
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
}

function removeDatabase(path: string): void {
  for (const suffix of databaseFiles) rmSync(path + suffix, { force: true })
}
