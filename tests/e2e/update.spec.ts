import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../support/browser/test'
import { type Database, postgres, sqlite } from '../support/database/database'
import { firstRelease, replaceByFirstRelease, restoreFirstRelease } from '../support/database/leads'
import { temporaryFolder } from '../support/process/files'
import { healthAccess, startSite } from '../support/site/site'

const execFileAsync = promisify(execFile)

/** The states of the leads, and the leads that have a proof of consent. */
type Journal = { states: Record<string, unknown>; proofs: string[] }

for (const open of [sqlite, postgres])
  test(`a journal of version 1.0.0 in ${open.name} is updated, used by that version, updated again, and restored from its backup`, {
    tag: '@deep',
  }, async ({ receiver }) => {
    const database = open === sqlite ? inProcessesOfTheirOwn(sqlite()) : await open()
    // The leads are of 2026.
    const env = { DATABASE_URL: database.url, CONSENT_RETENTION_DAYS: '9999' }
    const leads = async (...args: string[]) => {
      const options = { env: { ...process.env, ...env } }
      const run = execFileAsync('node', ['scripts/leads.mjs', ...args], options)
      return (await run).stdout
    }
    /** Starts this version with the journal, and stops it after maintenance. */
    const update = async (expected: Journal) => {
      const site = await startSite(receiver, { ...env, ...healthAccess })
      const authorization = `Bearer ${healthAccess.CRON_SECRET}`
      const cron = await fetch(`${site.url}/api/leads/redeliver`, { headers: { authorization } })
      expect(cron.status).toBe(200)
      const states = async () => {
        const rows = await database.query('SELECT id, state FROM leads')
        return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
      }
      await expect.poll(states).toEqual(expected.states)
      await site.stop()
      const proofs: Row[] = JSON.parse(await leads('consent', '5095550147', '--json'))
      expect(proofs.map(({ id }) => id).sort()).toEqual(expected.proofs)
    }

    await restoreFirstRelease(database)
    const backup = join(temporaryFolder('backup'), 'leads.db')
    if (open === sqlite) await leads('backup', backup)
    const sent = ['dead', 'delivered', 'leased', 'pending']
    const states = {
      dead: 'dead',
      delivered: 'delivered',
      leased: 'delivered',
      pending: 'delivered',
      suspect: 'suspect',
    }
    await update({ states, proofs: sent })

    // Version 1.0.0 starts if this is its own version, and it records no proof.
    expect(await database.query('SELECT MAX(version) AS version FROM journal_version')).toEqual([
      { version: 1 },
    ])
    const [insert = ''] = firstRelease.filter((each) => each.includes("'form-delivered'"))
    await database.query(
      insert.replace("('delivered'", "('back'").replaceAll('1795204800000', '1795208400000'),
    )
    const all = ['back', ...sent]
    await update({ states: { ...states, back: 'delivered' }, proofs: all })

    if (open === postgres) await replaceByFirstRelease(database)
    await leads('restore', ...(open === sqlite ? [backup] : []))
    // What waited may have been sent since. A database keeps the proofs that the backup does not have.
    await update({
      states: { ...states, leased: 'dead', pending: 'dead' },
      proofs: open === sqlite ? sent : all,
    })
    await database.stop()
  })

type Row = { id: string }

/** Runs each statement in a process of its own. One that runs in this process holds the file until it is collected. */
function inProcessesOfTheirOwn(database: Database): Database {
  const path = database.url.slice('file:'.length)
  const program = `const database = new (require('libsql'))(process.argv[1])
    console.log(JSON.stringify(database.prepare(process.argv[2]).all()))`
  const query: Database['query'] = async (sql) =>
    JSON.parse((await execFileAsync('node', ['-e', program, path, sql])).stdout)
  return { ...database, query }
}
