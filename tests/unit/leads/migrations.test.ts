import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { migrations } from '@/lib/leads/store/migrations'
import { type Database, sqlite } from '../../support/database/database'
import { temporaryFolder } from '../../support/process/files'
import { leads } from '../../support/site/cli'
import {
  describeBothDatabases,
  newLead,
  receive,
  record,
  releaseLater,
  startUnlimitedServer,
} from '../../support/site/in-process'

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

describeBothDatabases('a journal', (open) => {
  let database: Database
  const openJournal = () => {
    const journal = Journal.open(openDatabase(database.url))
    onTestFinished(() => journal.store.close())
    return journal
  }
  beforeEach(async () => {
    database = await open()
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
    expect(await receive(earlier, newLead({ id: one.id }))).toMatchObject({ state: 'delivered' })
    undo()
    const back = openJournal()
    expect(await receive(back, newLead({ id: one.id }))).toMatchObject({ state: 'delivered' })
    release(...additions)
    expect(await receive(openJournal(), newLead())).toMatchObject({ state: 'leased' })
  })

  it('stops the start of an earlier server in a sentence once a newer one has changed it', async () => {
    const undo = release(removal)
    await openJournal().store.read('SELECT 1')
    undo()
    const { log } = await startUnlimitedServer({ DATABASE_URL: database.url })
    const { register } = await import('@/instrumentation')
    vi.stubEnv('NEXT_RUNTIME', 'nodejs')
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`)
    })
    await expect(register()).rejects.toThrow('exit 1')
    const line = { time: expect.any(String), event: 'cannot start', problem: newer }
    expect(log.events().at(-1)).toEqual(line)
    exit.mockRestore()
  })
})

it('commands do not update the tables of an earlier version, and back them up', async () => {
  const database = sqlite()
  const journal = Journal.open(openDatabase(database.url))
  await journal.store.check()
  await journal.store.close()
  vi.stubEnv('DATABASE_URL', database.url)
  releaseLater(removal)
  for (const command of ['list', 'redeliver', 'export'])
    expect((await leads(command)).stderr).toMatch(
      /The journal has the tables of an earlier version\. Start the server of this version first: it updates them\.\n$/,
    )
  const backup = join(temporaryFolder('backup'), 'leads.db')
  expect(await leads('backup', backup)).toMatchObject({ code: 0, stderr: '' })
  for (const url of [database.url, `file:${backup}`]) {
    const copy = openDatabase(url)
    expect(await copy.migrations()).toBe(1)
    await copy.close()
  }
})
