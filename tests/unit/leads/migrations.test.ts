import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { Store } from '@/lib/leads/store/database'
import { migrations } from '@/lib/leads/store/migrations'
import { type Database, sqlite } from '../../support/database/database'
import { firstRelease, restoreFirstRelease } from '../../support/database/leads'
import { temporaryFolder } from '../../support/process/files'
import { leads } from '../../support/site/cli'
import { describeBothDatabases, newLead, record, startServer } from '../../support/site/in-process'

const states = ['dead', 'delivered', 'leased', 'pending', 'suspect'] as const
const newer =
  'A newer version of this site has changed the tables of the journal. Run that version, or restore a backup from before it'

/** From now on, the program is a newer version. The returned function makes it the earlier one again. */
function release(...changes: string[]) {
  const all = migrations as string[][]
  all.push(changes)
  const undo = () => void all.splice(released)
  onTestFinished(undo)
  return undo
}
const released = migrations.length
const additions = [
  'ALTER TABLE leads ADD COLUMN note TEXT',
  'CREATE INDEX leads_by_note ON leads (note)',
]
const removal = 'DROP TABLE journal_check'

it('a released migration does not change', () => {
  expect(migrations[0]).toEqual(firstRelease.slice(0, migrations[0]?.length))
})

describeBothDatabases('a journal of version 1.0.0', (open) => {
  let database: Database
  const openJournal = (changed: Partial<Store> = {}) => {
    const journal = Journal.open({ ...openDatabase(database.url), ...changed })
    onTestFinished(() => journal.store.close())
    return journal
  }
  beforeEach(async () => {
    database = await open()
    await restoreFirstRelease(database)
  })

  it('keeps its leads, counts, and secret', async () => {
    const journal = openJournal()
    const leads = await Promise.all(states.map((id) => journal.find(id)))
    expect(leads.map((lead) => lead?.state)).toEqual(states)
    for (const lead of leads) expect(lead?.payload).toMatchObject({ fullName: 'Ana' })
    expect(await journal.store.secret()).toBe('9uqgUslI10pxQI/6XbgivA1S2apSsS4Uf+uUh1WIunc=')
    // The same entries are still the same lead.
    expect(await journal.receive(newLead({ id: 'delivered' }))).toMatchObject({
      state: 'delivered',
    })
    const correction = newLead({ submissionId: 'form-pending' })
    expect((await journal.receive(correction)).lease?.corrects).toBe('pending')
    expect(await journal.leaseNextDue(['booking'])).toMatchObject({ id: 'leased' })
  })

  it('is used by an earlier and a newer server at once, and by an earlier one that starts again', async () => {
    const earlier = openJournal()
    await earlier.store.check()
    const undo = release(...additions)
    const later = openJournal()
    await later.store.check()
    const [one, two] = [await record(earlier), await record(later)]
    expect(await later.settle(one, 'delivered')).toBe('delivered')
    expect(await earlier.settle(two, 'failed')).toBe('pending')
    expect(await earlier.receive(newLead({ id: one.id }))).toMatchObject({ state: 'delivered' })
    undo()
    const back = openJournal()
    expect(await back.receive(newLead({ id: one.id }))).toMatchObject({ state: 'delivered' })
    release(...additions)
    expect(await openJournal().receive(newLead())).toMatchObject({ state: 'leased' })
  })

  it('stops the start of an earlier server in a sentence once a newer one has changed it', async () => {
    const undo = release(removal)
    await openJournal().store.read('SELECT 1')
    undo()
    const { log } = await startServer({ DATABASE_URL: database.url })
    const { start } = await import('@/lib/ops/start')
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`)
    })
    await expect(start()).rejects.toThrow('exit 1')
    const line = { time: expect.any(String), event: 'cannot start', problem: newer }
    expect(log.events().at(-1)).toEqual(line)
    exit.mockRestore()
  })
})

describeBothDatabases('a journal of a version before 1.0.0', (open) => {
  it.each([
    ['early', 'id TEXT PRIMARY KEY, payload TEXT', 1],
    ['late', 'id TEXT PRIMARY KEY, corrected_by TEXT, give_up_at BIGINT', 26],
  ])('(%s) is refused in a sentence, and stays as it is', async (_, columns, version) => {
    const database = await open()
    await database.query(`CREATE TABLE leads (${columns})`)
    await database.query('CREATE TABLE journal_version (version INTEGER NOT NULL)')
    await database.query(`INSERT INTO journal_version VALUES (${version})`)
    const journal = Journal.open(openDatabase(database.url))
    onTestFinished(() => journal.store.close())
    await expect(journal.store.check()).rejects.toThrow(
      'The journal is of a version before 1.0.0. Start with a new one: set another DATABASE_URL',
    )
    expect(await database.query('SELECT * FROM journal_version')).toEqual([{ version }])
  })
})

it('commands do not update the tables of an earlier version, and back them up', async () => {
  const database = sqlite()
  await restoreFirstRelease(database)
  vi.stubEnv('DATABASE_URL', database.url)
  // Each command loads the modules again.
  vi.doMock('@/lib/leads/store/migrations', async (load) => {
    const later = await load<typeof import('@/lib/leads/store/migrations')>()
    ;(later.migrations as string[][]).push([removal])
    return later
  })
  onTestFinished(() => void vi.doUnmock('@/lib/leads/store/migrations'))
  for (const command of ['list', 'redeliver', 'export'])
    expect((await leads(command)).stderr).toMatch(
      /The journal has the tables of an earlier version\. Start the server of this version first: it updates them\.\n$/,
    )
  const backup = join(temporaryFolder('backup'), 'leads.db')
  expect(await leads('backup', backup)).toMatchObject({ code: 0, stderr: '' })
  for (const url of [database.url, `file:${backup}`]) {
    const copy = openDatabase(url)
    expect(await copy.version()).toBe(1)
    await copy.close()
  }
})
