import 'server-only'
import { existsSync } from 'node:fs'
import { countWithoutId, importRows } from '@/lib/leads/import-rows'
import type { Journal } from '@/lib/leads/journal'
import { leadStates } from '@/lib/leads/lead'
import { leaseExpired } from '@/lib/leads/schedule'
import type { Reader } from '@/lib/leads/store/database'
import { missingMigrations, NewerJournalError } from '@/lib/leads/store/migrations'
import { openPostgres } from '@/lib/leads/store/postgres'
import { isInUse, isSameFile, readSqlite } from '@/lib/leads/store/sqlite'
import { causeOf } from '@/lib/ops/conditions'
import { databaseUrl } from '@/lib/server/env'
import { faultOf, OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { eraseAgain, erasedIds } from '../erase'
import { journalName, journalPath, nameOf, pathOf, withJournal } from '../open-journal'
import { print, printable, progressOf, shellArgument } from '../terminal'

export const importCommand: Command = {
  argument: 'FILE|-',
  needs: 'A file',
  example: 'data/leads.db',
  description:
    'Bring the leads of another journal, whose server is stopped, into this one. With -, reads the address of a PostgreSQL database from standard input.',
  run: withJournal(importJournal),
}

/**
 * `npm run leads -- import`: brings what another journal has into this one, and leaves the other as it is. False when
 * something did not come, because it cannot be read.
 */
async function importJournal(journal: Journal, argument: string): Promise<boolean> {
  const url = await readUrl(argument)
  const name = nameOf(url)
  const source = await openSource(url)
  const progress = progressOf('Rows that are read')
  const imported = async () => {
    await refuseSameJournal(source, journal, name)
    await refuseLeased(source, name)
    return importAll(source, journal, name, progress)
  }
  const { counts, unreadable } = await imported().finally(progress.end).finally(source.close)
  print([`Imported ${name} into ${journalName()}.`, ...counts].join('\n'))
  for (const line of unreadable) print(line)
  const isWhole = unreadable.length === 0
  print(isWhole ? whatToDelete(url) : `Keep ${name}: only there is what could not be read.`)
  return isWhole
}

/** An address with a password is read from standard input, because other users of the machine can see a command line. */
async function readUrl(argument: string): Promise<string> {
  if (/^postgres(ql)?:/.test(argument))
    throw new OpsError(
      'Others can see an address on the command line. Give it on standard input: npm run leads -- import - < FILE',
    )
  if (argument !== '-') return `file:${argument.replace(/^file:/, '')}`
  const text = (await process.stdin.toArray()).join('').trim()
  const { data, error } = databaseUrl.safeParse(text)
  if (error) throw new OpsError(`The address ${error.issues[0]?.message}.`)
  return data
}

/** Throws in a sentence when the journal cannot be read. */
async function openSource(url: string): Promise<Reader> {
  const path = pathOf(url)
  const name = nameOf(url)
  const noJournal = `There is no journal in ${name}.`
  let opened: Reader | undefined
  try {
    if (path) refuseUsedFile(path)
    const file = path ? readSqlite(path) : null
    const source = file ?? openPostgres(url)
    opened = source
    const version = await source.version()
    if (version === 0) throw new OpsError(noJournal)
    const isEarlier = missingMigrations(version).length > 0
    if (isEarlier && !file)
      throw new OpsError(
        `${name} has the tables of an earlier version. Start the server of this version with it first: it updates them.`,
      )
    await file?.migrate()
    return { ...source, read: (...query) => source.read(...query).catch(cannotRead) }
  } catch (error) {
    await opened?.close()
    return cannotRead(error)
  }

  function cannotRead(error: unknown): never {
    if (error instanceof OpsError) throw error
    if (error instanceof NewerJournalError)
      throw new OpsError(
        `${name} is the journal of a newer version of this site. Import it with that version.`,
      )
    if (faultOf(error) === 'SQLITE_NOTADB') throw new OpsError(noJournal)
    throw new OpsError(`${name} cannot be read: ${causeOf(error)}.`)
  }
}

function refuseUsedFile(path: string): void {
  if (!existsSync(path)) throw new OpsError(`There is no file ${path}.`)
  if (isSameFile(path, journalPath() ?? '')) throw isThisJournal(path)
  if (isInUse(path))
    throw new OpsError(`${path} is in use. Stop the server that uses it, then import.`)
}

/** One database can have several addresses. Only the check of the same one has just written these bytes. */
async function refuseSameJournal(source: Reader, { store }: Journal, name: string): Promise<void> {
  await store.check()
  const filling = 'SELECT filling FROM journal_check'
  const [[one], [other]] = [await source.read(filling), await store.read(filling)]
  if (one?.filling === other?.filling) throw isThisJournal(name)
}

function isThisJournal(name: string): OpsError {
  return new OpsError(`${name} is the journal that DATABASE_URL names. Name the other one.`)
}

/** A server that still runs would send these leads, and the server of this journal would send them again. */
async function refuseLeased(source: Reader, name: string): Promise<void> {
  const leased = `state = 'leased' AND NOT ${leaseExpired(source.now())}`
  const [lead] = await source.read(`SELECT id FROM leads WHERE ${leased} LIMIT 1`)
  if (lead)
    throw new OpsError(
      `Leads of ${name} are being sent. Stop the servers that use it, and import in a minute.`,
    )
}

type Progress = ReturnType<typeof progressOf>

/** Imports the list of deleted leads first, so that none of these is sent, and the leads last, so that each has its proof. */
async function importAll(source: Reader, journal: Journal, name: string, progress: Progress) {
  const { store } = journal
  const erased = await erasedIds(source)
  let deleted = await eraseAgain(journal, erased)
  for (const id of erased.leads)
    if (await journal.find(id))
      throw new OpsError(
        `${id} was deleted from ${name}, and is being sent from ${journalName()}: import again in a minute.`,
      )

  const unreadable: string[] = []
  const note = (what: string, rows: { id: string; columns: string[] }[]) => {
    for (const { id, columns } of rows)
      unreadable.push(
        `${what} ${printable(id)} cannot be read and did not come: ${columns.join(', ')}.`,
      )
  }
  let consents = 0
  for await (const batch of importRows(source, store, 'consents')) {
    progress.add(batch.read)
    consents += batch.added.length
    note('The proof of consent', batch.unreadable)
  }
  const came = new Map<unknown, number>()
  let known = 0
  let delivered = 0
  let superseded = 0
  for await (const batch of importRows(source, store, 'leads')) {
    for (const { state } of batch.added) came.set(state, (came.get(state) ?? 0) + 1)
    progress.add(batch.read)
    known += batch.known
    delivered += batch.delivered
    deleted += batch.erased
    superseded += batch.superseded
    note('The lead', batch.unreadable)
  }

  const noteCount = (what: string, rows: number) => {
    if (rows > 0) unreadable.push(`${what} without an id, which did not come: ${rows}.`)
  }
  noteCount('Proofs of consent', await countWithoutId(source, 'consents'))
  noteCount('Leads', await countWithoutId(source, 'leads'))

  const states = leadStates.flatMap((state) => {
    const count = came.get(state)
    return count ? `${count} ${state}` : []
  })
  const counts = [
    `Leads that came: ${states.join(', ') || 'none'}.`,
    `Leads that were here already: ${known}. Of these, now delivered: ${delivered}.`,
    `Leads that were deleted from one of the two, and stay deleted: ${deleted}.`,
    ...(superseded > 0
      ? [
          `Leads that a newer version of the same form replaces, and that are deleted: ${superseded}.`,
        ]
      : []),
    `Proofs of consent that came: ${consents}.`,
  ]
  return { counts, unreadable }
}

function whatToDelete(url: string): string {
  const path = pathOf(url)
  const files = ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`).filter(existsSync)
  const [what, command] = path
    ? ['the file', `rm ${files.map(shellArgument).join(' ')}`]
    : ['its tables', 'docs/operations.md has the statements']
  return `Keep ${what} until you have checked the leads: npm run leads -- list. Then delete ${what}, because of the personal data: ${command}`
}
