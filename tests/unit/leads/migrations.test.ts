import { afterEach, expect, it } from 'vitest'
import { Journal, openStore } from '@/lib/leads/journal'
import { migrations } from '@/lib/leads/migrations'
import type { Database } from '../../support/database'
import { captureLog, describeDatabases, newLead } from '../../support/in-process'

/** The number of migrations before a lead's id was a hash of its entries. */
const earlierVersion = 13
let warned = false
const states = ['pending', 'leased', 'delivered', 'suspect', 'dead', 'gone']

describeDatabases('a journal', (open) => {
  let database: Database
  let journal: Journal
  afterEach(async () => {
    await journal.close()
    await database.stop()
  })

  it('of an earlier version keeps its leads, and tries those again that died of a 410', async () => {
    database = await open()
    for (const migration of migrations.slice(0, earlierVersion)) await database.query(migration)
    await database.query('CREATE TABLE journal_version (version INTEGER NOT NULL)')
    await database.query(`INSERT INTO journal_version VALUES (${earlierVersion})`)
    for (const state of states)
      await database.query(
        `INSERT INTO leads (id, kind, state, payload, extras, attempts, outcome, lease, lease_until, next_at, created_at)
           VALUES ('${state}', 'booking', '${state === 'gone' ? 'dead' : state}', '{"fullName":"Ana"}', '{"consent":"1"}',
             3, '${state === 'gone' ? 'gone' : 'failed'}', 'lease', 5, 7, 1)`,
      )
    await database.query(`INSERT INTO alerts VALUES ('dead booking', '{"since":1}')`)
    journal = new Journal(openStore(database.url))
    await journal.check()
    const after = await Promise.all(states.map((id) => journal.find(id)))
    expect(after.map((lead) => lead?.state)).toEqual([...states.slice(0, 5), 'pending'])
    for (const lead of after) expect(lead?.payload).toEqual({ fullName: 'Ana' })
    expect(after.at(-1)).toMatchObject({ outcome: 'rejected', attempts: 1 })
    const due = [await journal.leaseNextDue(['booking']), await journal.leaseNextDue(['booking'])]
    expect(due.map((lead) => lead?.id)).toEqual(['leased', 'pending'])
    const lead = newLead()
    expect(await journal.receive(lead)).toMatchObject({ id: lead.id })
  })

  it('of a newer version is refused in a sentence, which ops can read in the log', async () => {
    database = await open()
    await database.query('CREATE TABLE journal_version (version INTEGER NOT NULL)')
    await database.query(`INSERT INTO journal_version VALUES (${migrations.length + 1})`)
    journal = new Journal(openStore(database.url))
    const log = captureLog()
    const sentence =
      /^A newer version of this site has changed the tables of the journal\. Run that version, or restore a backup from before it$/
    await expect(journal.check()).rejects.toThrow(sentence)
    await expect(journal.read('SELECT 1')).rejects.toThrow(sentence)
    // A warning is logged once a minute.
    if (!warned) expect(log.warnings()).toEqual([expect.stringMatching(sentence)])
    warned = true
  })
})
