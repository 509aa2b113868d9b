import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal, openStore } from '@/lib/leads/journal'
import type { LeadRecord } from '@/lib/leads/records'
import { bundledPrograms } from '../../support/bundled-programs'
import { leads, leadsWithInput, refused } from '../../support/cli'
import { postgres, sqlite } from '../../support/database'
import { giveUp, newLead, record } from '../../support/in-process'
import { temporaryFolder } from '../../support/temporary-folder'

let url: string
/** The journal that a running server has open at the same time. */
let journal: Journal
beforeEach(async () => {
  ;({ url } = sqlite())
  journal = new Journal(openStore(url))
  await journal.check()
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', url)
})
afterEach(() => journal.close())

async function recordFailed(change: Partial<LeadRecord> = {}): Promise<string> {
  const entry = await record(journal, change)
  await journal.settle(entry, 'failed')
  return entry.id
}

const withoutJournal = () => {
  vi.stubEnv('VERCEL', '1')
  vi.stubEnv('DATABASE_URL', '')
}

it.each(['help', '--help', '-h'])('%s names every command, and needs no journal', async (name) => {
  withoutJournal()
  const { code, stdout, stderr } = await leads(name)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/(?<=npm run leads -- )[a-z]+/g)?.join(' ')).toBe(
    'list show redeliver release find delete export backup purge stats report test help',
  )
})

it('an unknown command is answered with the help', async () => {
  const { stdout: help } = await leads('help')
  expect(await leads('toString')).toEqual(
    refused(`There is no command toString.\n\n${help.trim()}`),
  )
})

it('leads are listed when no command is given', async () => {
  expect((await leads()).stdout).toBe('No leads.\n')
  const id = await recordFailed()
  expect((await leads()).stdout).toMatch(new RegExp(`pending +${id} +booking +1 +failed`))
})

it.each([
  ['list --by utm_source', 'list takes --state, --kind, --since and --json, not --by.'],
  ['show --json a1', 'show takes no option, not --json.'],
  [
    '--state lost',
    '--state must be pending, leased, delivered, suspect, dead, or several separated by commas.',
  ],
  [
    '--kind email',
    '--kind must be callback, booking, see-ai-in-action, call-our-ai, or several separated by commas.',
  ],
  ['--since yesterday', '--since must be like 30d, 24h or 2026-11-01.'],
  ['--since 2026-02-30', '--since must be like 30d, 24h or 2026-11-01.'],
  ['stats --since', '--since needs a value: --since 30d|24h|2026-11-01'],
  ['stats --json=yes', '--json takes no value.'],
  [
    'stats --by name',
    '--by must be landing_path, referrer, gclid, fbclid, msclkid, or begin with utm_, such as utm_source.',
  ],
  ['show', 'An id is missing. Usage: npm run leads -- show ID'],
  ['show a1 b2', 'show does not take b2.'],
  ['report', 'Say where to write it: npm run leads -- report --html FILE'],
  ['find 555', 'Give an email address, or a phone number of seven digits or more.'],
  ['redeliver unknown-id', 'There is no lead unknown-id.'],
])('%s is refused in one sentence', async (line, sentence) => {
  expect(await leads(...line.split(' '))).toEqual(refused(sentence))
})

it('a suspect lead is released once', async () => {
  const lead = newLead()
  await journal.recordSuspect(lead)
  expect(await leads('release', lead.id)).toMatchObject({ code: 0, stderr: '' })
  expect(await journal.find(lead.id)).toMatchObject({ state: 'pending' })
  expect(await leads('release', lead.id)).toEqual(refused(`There is no suspect lead ${lead.id}.`))
})

describe('one person', () => {
  const ana = { Name: 'Ana Ruiz', Phone: '(509) 555-0147', Email: 'Ana@ruiz.com' }

  it('is found by email address or phone number, however it is written', async () => {
    const { id } = await record(journal, { payload: ana })
    const additionalNotes = 'Or write to ana@ruiz.com.'
    const payload = { phoneNumber: '+1 509-555-0147', additionalNotes }
    const both = [id, (await record(journal, { payload })).id].sort()
    await record(journal, { payload: { ...ana, Phone: '5095550148', Email: 'bob@ruiz.com' } })
    const idsIn = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout)
        .map((lead: { id: string }) => lead.id)
        .sort()
    for (const person of ['ana@RUIZ.com', '509 555 0147', '15095550147'])
      expect(idsIn(await leads('find', person, '--json'))).toEqual(both)
    expect(idsIn(await leadsWithInput('ana@ruiz.com\n', 'find', '-', '--json'))).toEqual(both)
    expect((await leads('find', 'nobody@ruiz.com')).stdout).toBe('No leads.\n')
    expect((await leads('find', 'ana@ruiz.com')).stdout).not.toContain('Ana')
  })

  it('can be deleted, also from the files of the journal', async () => {
    const lead = await record(journal, { payload: { ...ana, Email: 'delete-me@ruiz.com' } })
    const { id } = lead
    expect(await leads('delete', id)).toEqual(
      refused(`${id} is being sent: try again in a minute.`),
    )
    await journal.settle(lead, 'delivered')
    const path = url.slice('file:'.length)
    const traces = () =>
      [path, `${path}-wal`].some((file) => readFileSync(file).includes('delete-me@ruiz.com'))
    expect(traces()).toBe(true)
    expect((await leads('delete', id)).stdout).toBe(`${id} is deleted from the journal.\n`)
    expect(traces()).toBe(false)
    expect(await leads('delete', id)).toEqual(refused(`There is no lead ${id}.`))
  })
})

it('leads are exported since a day, and reported for a browser', async () => {
  await recordFailed({ extras: { consent: '', attribution: { utm_source: 'google' } } })
  expect((await leads('export')).stdout.split('\r\n')).toHaveLength(3)
  expect((await leads('export', '--since', '2099-01-01')).stdout.split('\r\n')).toHaveLength(2)
  const path = join(temporaryFolder('report'), 'leads.html')
  expect((await leads('report', '--html', path)).stdout).toBe(
    `Wrote ${path}. Open it in a browser.\n`,
  )
  expect(readFileSync(path, 'utf8')).toMatch(/<h1>Leads of Plumbing Xperience<\/h1>[\s\S]*google/)
})

it('one lead, or all pending and dead ones, are made due, and others are not', async () => {
  const [first] = [await recordFailed(), await recordFailed(), await recordFailed()]
  await giveUp(journal, await record(journal))
  expect(await leads('redeliver', first)).toEqual({
    code: 0,
    stderr: '',
    stdout:
      '1 lead is due now. A running server sends within seconds, the cron job at its next call.\n',
  })
  expect(await journal.leaseNextDue(['booking'])).toMatchObject({ id: first })
  expect((await leads('redeliver')).stdout).toMatch(/^3 leads are due now\./)
  expect(await leads('redeliver', first)).toEqual(
    refused(`${first} is not pending or dead: its state is leased.`),
  )
})

describe('a journal', () => {
  it('that does not exist or answer is named, and not created', async () => {
    withoutJournal()
    expect(await leads()).toEqual(refused('There is no journal. Set DATABASE_URL.'))
    const path = join(temporaryFolder('none'), 'leads.db')
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect(await leads()).toEqual(refused(`There is no journal at ${path}. Check DATABASE_URL.`))
    expect(existsSync(path)).toBe(false)
    const name = 'postgres://127.0.0.1:1/leads'
    vi.stubEnv('DATABASE_URL', name)
    expect(await leads()).toEqual(
      refused(`The journal ${name} failed: connect ECONNREFUSED 127.0.0.1:1.`),
    )
  })

  it('is not created in PostgreSQL, which has its own tools for a backup', async () => {
    const server = await postgres()
    vi.stubEnv('DATABASE_URL', server.url)
    const name = server.url.replace('leads:leads@', '')
    expect(await leads()).toEqual(refused(`There is no journal at ${name}. Check DATABASE_URL.`))
    expect(await server.query("SELECT to_regclass('leads') AS leads")).toEqual([{ leads: null }])
    const shared = new Journal(openStore(server.url))
    await shared.check()
    expect(await leads('backup', 'copy.db')).toEqual(
      refused('The journal is a PostgreSQL database: back it up with pg_dump.'),
    )
    await shared.close()
    await server.stop()
  })

  it('in use is copied with every lead, and the copy works in its place', async () => {
    for (let count = 0; count < 20; count++) await record(journal)
    const path = join(temporaryFolder('backup'), 'copy.db')
    expect((await leads('backup', path)).code).toBe(0)
    expect(await leads('backup', path)).toEqual(refused(`${path} exists: name a new file.`))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect((await leads('list', '--state', 'leased')).stdout.match(/leased/g)).toHaveLength(20)
  })
})

it.skipIf(process.platform === 'win32')(
  'export ends quietly when the reader of its output has read enough',
  async () => {
    for (let count = 0; count < 40; count++)
      await journal.recordSuspect(newLead({ payload: { Name: 'x'.repeat(20_000) } }))
    const { PATH = '', HOME = '' } = process.env
    const pipe = `node ${join(bundledPrograms(), 'leads.mjs')} export | head -n 1`
    const env = { PATH, HOME, NODE_ENV: 'production' as const, DATABASE_URL: url }
    const run = promisify(execFile)('bash', ['-o', 'pipefail', '-c', pipe], { env })
    expect(await run).toEqual({ stdout: expect.stringMatching(/^\uFEFF"id","kind"/), stderr: '' })
  },
)
