import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'libsql'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Journal } from '@/lib/leads/journal'
import { purgeOld } from '@/lib/leads/maintenance'
import { openSqlite } from '@/lib/leads/store/sqlite'
import { causeOf, journalCondition } from '@/lib/ops/conditions'
import { temporaryFolder } from '../../support/process/files'
import { newLead, receive, record } from '../../support/site/in-process'

let path: string
beforeEach(() => {
  path = join(temporaryFolder('journal'), 'data', 'leads.db')
})

const lead = (id: string) => newLead({ id })

function openJournal() {
  const journal = Journal.open(openSqlite(path))
  onTestFinished(() => journal.store.close())
  return journal
}

/** The ids in the file, as another process sees them. */
function idsIn(file: string): unknown[] {
  const database = new Database(file)
  const rows = database.prepare('SELECT id FROM leads ORDER BY id').all() as { id: string }[]
  database.close()
  return rows.map(({ id }) => id)
}

it.skipIf(process.platform === 'win32')(
  'only the owner can read the journal and its folder',
  async () => {
    openJournal()
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  },
)

it('an accepted lead is on the disk: no write is left to the operating system', async () => {
  const { store } = openJournal()
  // FULL.
  expect(await store.read('PRAGMA synchronous')).toEqual([{ synchronous: 2 }])
  expect(await store.read('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
})

describe('a file that another process has locked', () => {
  async function locked() {
    const journal = openJournal()
    await receive(journal, lead('a'))
    const other = new Database(path)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    return { journal, other }
  }

  it('can be read at once, never blocks the event loop, and fails after two seconds, then at once, with a cause for ops', async () => {
    const { journal } = await locked()
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    onTestFinished(() => clearInterval(timer))
    // A read that waited for the lock would fail.
    expect(await journal.leaseNextDue(['booking'])).toBeNull()
    expect(await openJournal().find('a')).toMatchObject({ state: 'leased' })
    const started = performance.now()
    const cause = (id: string) => receive(journal, lead(id)).catch(causeOf)
    const locking = 'another process has locked the file (SQLITE_BUSY)'
    expect(await Promise.all([cause('b'), cause('c')])).toEqual([locking, locking])
    expect(performance.now() - started).toBeLessThan(6000)
    // A statement that blocks has no turns until it fails.
    expect(turns).toBeGreaterThan(10)
    turns = 0
    expect(await cause('d')).toBe(locking)
    expect(turns).toBeLessThan(10)
  })

  it('is written once it is unlocked, and every later lead is committed', async () => {
    const { journal, other } = await locked()
    const recorded = receive(journal, lead('b'))
    setTimeout(() => other.exec('ROLLBACK'), 300)
    expect(await recorded).toMatchObject({ state: 'leased' })
    expect(await receive(journal, lead('c'))).toMatchObject({ state: 'leased' })
    expect(idsIn(path)).toEqual(['a', 'b', 'c'])
  })
})

it('leads that arrive at the same time are not reported as recorded when they cannot be committed', async () => {
  const journal = openJournal()
  await receive(journal, lead('first'))
  const { exec } = Database.prototype
  const full = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (
    this: Database.Database,
    sql,
  ) {
    if (sql === 'COMMIT') throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    return exec.call(this, sql)
  })
  const results = await Promise.allSettled(['a', 'b'].map((id) => receive(journal, lead(id))))
  expect(results).toMatchObject([1, 2].map(() => ({ reason: { code: 'SQLITE_FULL' } })))
  full.mockRestore()
  expect(idsIn(path)).toEqual(['first'])
  expect(await receive(journal, lead('a'))).toMatchObject({ state: 'leased' })
})

describe('a file that is deleted or replaced while it is open', () => {
  it.each([
    ['deleted', () => rmSync(dirname(path), { recursive: true })],
    [
      'replaced',
      () => {
        for (const suffix of ['-wal', '-shm']) rmSync(path + suffix)
        renameSync(`${path}.copy`, path)
      },
    ],
  ])('fails until a restart, with a cause for ops, when it was %s', async (_, change) => {
    const journal = openJournal()
    await receive(journal, lead('a'))
    await journal.store.read('VACUUM INTO $1', [`${path}.copy`])
    await journal.store.check()
    change()
    const error = await receive(journal, lead('b')).catch((error) => error)
    expect(journalCondition(error).detail).toContain(
      'its file was deleted or replaced while it was open: restart the server (FILE_REPLACED)',
    )
    await expect(journal.store.check()).rejects.toMatchObject({ code: error.code })
    await expect(journal.find('a')).rejects.toMatchObject({ code: error.code })
    const restarted = openJournal()
    await receive(restarted, lead('c'))
    expect(idsIn(path)).toContain('c')
    expect(idsIn(path)).not.toContain('b')
  })
})

it('purged data is in no file of the journal', async () => {
  const journal = openJournal()
  const secret = 'ana@ruizplumbing.example'
  const copies = () => {
    const folder = dirname(path)
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    return files.join('').split(secret).length - 1
  }
  for (let id = 0; id < 30; id++) {
    // Some leads are longer than a page of the file.
    const payload = { email: secret, additionalNotes: 'x'.repeat(id * 300) }
    await journal.settle(await record(journal, { payload }), 'delivered')
  }
  expect(copies()).toBeGreaterThan(0)
  await journal.store.write('UPDATE leads SET delivered_at = 1 RETURNING id')
  await journal.store.write('UPDATE consents SET created_at = 1 RETURNING id')
  expect(await purgeOld(journal.store)).toBe(30)
  expect(copies()).toBe(0)
})
