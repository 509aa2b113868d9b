import 'server-only'
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Journal } from '@/lib/leads/journal'
import type { Store } from '@/lib/leads/store/database'
import { isInUse, openSqlite } from '@/lib/leads/store/sqlite'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { type Erased, eraseAgain, erasedIds } from '../erase'
import { leadPages } from '../lead-pages'
import { journalPath, withJournal } from '../open-journal'
import type { Options } from '../options'
import { printLeads } from '../print-leads'
import { print } from '../terminal'

export const restore: Command = {
  argument: '[FILE]',
  example: 'leads-backup.db',
  description:
    'Put a backup in the place of the journal, with the server stopped. Leads that waited in it are not sent. Without a file: set them aside in a journal restored by other means.',
  run: async (args, options) => {
    const [file] = args
    if (!file)
      return withJournal(
        async (journal) => {
          await printRestored(journal, await restoreInPlace(journal), options)
        },
        { ofAnyVersion: true },
      )(args, options)
    const path = journalPath()
    if (!path)
      throw new OpsError(
        'The journal is a PostgreSQL database: restore it with pg_restore. Then run: npm run leads -- restore',
      )
    const { previous, erasedAreKnown, ...restored } = await restoreFile(path, resolve(file))
    print(`Restored ${path} from ${file}.`)
    if (previous)
      print(`The journal before is in ${previous}. Delete it when you no longer need it.`)
    if (!erasedAreKnown)
      print(
        'The journal before is not readable. Leads that were deleted after the backup may be back: delete them again.',
      )
    await withJournal((journal) => printRestored(journal, restored, options))([], options)
  },
}

/**
 * Makes a restored backup safe to serve: leads that waited in it are set aside, because they may have been delivered
 * since, and leads and proofs of consent that were deleted since are deleted again. Returns how many leads.
 */
async function settleRestored(journal: Journal, erased: Erased) {
  const waiting = await journal.setAside()
  const deleted = await eraseAgain(journal, erased)
  return { setAside: waiting.filter((id) => !erased.leads.includes(id)).length, deleted }
}

/** The journal was restored with the tools of its database, together with its list of deleted leads. */
async function restoreInPlace(journal: Journal) {
  return settleRestored(journal, await erasedIds(journal.store))
}

/** Puts a backup in the place of a journal file, which is kept under another name. No server may use the file. */
async function restoreFile(path: string, backup: string) {
  if (!existsSync(backup)) throw new OpsError(`There is no file ${backup}.`)
  const folder = dirname(path)
  if (!existsSync(folder)) throw new OpsError(`There is no folder ${folder}. Check DATABASE_URL.`)
  if (existsSync(path) && isInUse(path))
    throw new OpsError(`${path} is in use. Stop the server, then restore.`)
  const erased = await erasedIdsOf(path)
  const copy = `${path}.restoring`
  removeDatabase(copy)
  copyFileSync(backup, copy)
  chmodSync(copy, 0o600)
  try {
    const restored = await openJournal(copy)
    if (!restored) throw new OpsError(`${backup} is not a backup of a journal.`)
    const settled = settleRestored(restored, erased ?? { leads: [], consents: [] })
    const result = await settled.finally(restored.store.close)
    const previous = existsSync(path) ? `${path}.before-restore-${Date.now()}` : null
    if (previous) moveDatabase(path, previous)
    moveDatabase(copy, path)
    return { ...result, previous, erasedAreKnown: erased !== null }
  } finally {
    removeDatabase(copy)
  }
}

/**
 * The ids of the leads whose data was deleted from a journal file. Read without a store, which refuses the file of a newer
 * version, and updates that of an earlier one. Null when they cannot be read.
 */
async function erasedIdsOf(path: string): Promise<Erased | null> {
  if (!existsSync(path)) return null
  try {
    const { read, close } = openSqlite(path)
    return await erasedIds({ read }).finally(close)
  } catch {
    return null
  }
}

/** Null when the file is not a journal, or is damaged. */
async function openJournal(path: string): Promise<Journal | null> {
  try {
    const journal = Journal.open(openSqlite(path))
    if ((await journal.store.version()) > 0) return journal
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

async function printRestored(
  journal: Journal,
  { setAside, deleted }: { setAside: number; deleted: number },
  options: Options,
): Promise<void> {
  print(`Leads that were deleted after the backup, and are deleted again: ${deleted}.`)
  print(`Leads that waited in the backup, and are not sent: ${setAside}.`)
  if (setAside === 0) return
  await printLeads(restoredLeads(journal.store), options)
  print(
    'They may have been delivered since. For each that the webhook did not get, run: npm run leads -- redeliver ID',
  )
}

async function* restoredLeads(store: Store) {
  for await (const page of leadPages(store, { states: ['dead'], omit: ['payload', 'extras'] }))
    yield page.filter(({ outcome }) => outcome === 'restored')
}
