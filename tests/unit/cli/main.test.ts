import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal, openStore } from '@/lib/leads/journal'
import type { LeadRecord, LeasedLead } from '@/lib/leads/records'
import { bundledPrograms } from '../../support/bundled-programs'
import { leads, leadsWithInput, refused } from '../../support/cli'
import { type Database, postgres, sqlite } from '../../support/database'
import { temporaryFolder } from '../../support/temporary-folder'
import { WebhookReceiver } from '../../support/webhook-receiver'

let receiver: WebhookReceiver
let database: Database
/** The journal that a running server has open at the same time. */
let journal: Journal
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
  database = sqlite()
  journal = new Journal(openStore(database.url))
  await journal.check()
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('CALLBACK_WEBHOOK_URL', receiver.url('/call'))
  vi.stubEnv('BOOKING_WEBHOOK_URL', undefined)
})
afterEach(async () => {
  await receiver.stop()
  await journal.close()
  await database.stop()
})

async function record(change: Partial<LeadRecord> = {}): Promise<LeasedLead> {
  const entry = await journal.record({
    id: randomUUID(),
    submissionId: randomUUID(),
    kind: 'call-our-ai',
    payload: { Name: 'Ana Ruiz' },
    extras: { consent: '2026-11' },
    ...change,
  })
  if (typeof entry === 'string') throw new Error(entry)
  return entry
}

async function recordFailed(change: Partial<LeadRecord> = {}): Promise<string> {
  const entry = await record(change)
  await journal.settle(entry, 'failed')
  return entry.id
}

describe('the help', () => {
  it.each(['help', '--help', '-h'])('is printed by %s', async (name) => {
    const { code, stdout, stderr } = await leads(name)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const command of [
      'list',
      'show ID',
      'redeliver [ID]',
      'release ID',
      'find EMAIL|PHONE|-',
      'delete ID',
      'export',
      'report',
      'backup FILE',
      'purge',
      'stats',
      'test callback|booking|alert [-]',
      'help',
    ])
      expect(stdout).toMatch(
        new RegExp(
          `^  ${command.replace(/[[\]|]/g, '\\$&')} +[A-Z].*\\.\\n +npm run leads -- ${command.split(' ')[0]}\\b`,
          'm',
        ),
      )
  })

  it('is printed to stderr after an unknown command', async () => {
    const { stdout: help } = await leads('help')
    expect(await leads('toString')).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no command toString.\n\n${help}`,
    })
  })

  it('needs no journal, unlike the commands', async () => {
    vi.stubEnv('VERCEL', '1')
    vi.stubEnv('DATABASE_URL', '')
    expect((await leads('help')).code).toBe(0)
    expect(await leads()).toEqual(refused('There is no journal. Set DATABASE_URL.'))
  })
})

it('names the journal when the database does not answer', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/leads')
  expect(await leads()).toEqual(
    refused('The journal postgres://127.0.0.1:1/leads failed: connect ECONNREFUSED 127.0.0.1:1.'),
  )
})

it('lists leads when no command is given', async () => {
  expect((await leads()).stdout).toBe('No leads.\n')
  const id = await recordFailed()
  expect((await leads()).stdout).toMatch(new RegExp(`pending +${id} +call-our-ai +1 +failed`))
})

describe('a wrong option', () => {
  it.each([
    [['list', '--by', 'utm_source'], 'list takes --state, --kind, --since and --json, not --by.'],
    [['show', '--json', 'a1'], 'show takes no option, not --json.'],
    [
      ['--state', 'lost'],
      '--state must be pending, leased, delivered, suspect, dead, or several separated by commas.',
    ],
    [
      ['--kind', 'email'],
      '--kind must be callback, booking, see-ai-in-action, call-our-ai, or several separated by commas.',
    ],
    [['--since', 'yesterday'], '--since must be like 30d, 24h or 2026-11-01.'],
    [['--since', '2026-02-30'], '--since must be like 30d, 24h or 2026-11-01.'],
    [['stats', '--since'], '--since needs a value: --since 30d|24h|2026-11-01'],
    [['stats', '--json=yes'], '--json takes no value.'],
    [
      ['stats', '--by', 'name'],
      '--by must be landing_path, referrer, gclid, fbclid, msclkid, or begin with utm_, such as utm_source.',
    ],
    [['show'], 'An id is missing. Usage: npm run leads -- show ID'],
    [['release'], 'An id is missing. Usage: npm run leads -- release ID'],
    [['show', 'a1', 'b2'], 'show does not take b2.'],
  ])('%j is refused in one sentence', async (args, sentence) => {
    expect(await leads(...args)).toEqual(refused(`${sentence}`))
  })
})

it('releases a suspect lead once', async () => {
  const id = randomUUID()
  const extras = { consent: '2026-11' }
  await journal.recordSuspect({ id, submissionId: id, kind: 'booking', payload: {}, extras })
  expect(await leads('release', id)).toMatchObject({ code: 0, stderr: '' })
  expect(await journal.find(id)).toMatchObject({ state: 'pending' })
  expect(await leads('release', id)).toMatchObject({
    code: 1,
    stderr: `There is no suspect lead ${id}.\n`,
  })
})

describe('one person', () => {
  const ana = { Name: 'Ana Ruiz', Phone: '(509) 555-0147', Email: 'Ana@ruiz.com' }

  it('is found by email address or phone number, however it is written', async () => {
    const { id } = await record({ payload: ana })
    const booking = await record({
      kind: 'booking',
      payload: { phoneNumber: '+1 509-555-0147', additionalNotes: 'Or write to ana@ruiz.com.' },
    })
    await record({ payload: { ...ana, Phone: '5095550148', Email: 'bob@ruiz.com' } })
    const idsOf = async (...args: string[]) =>
      JSON.parse((await leads('find', ...args, '--json')).stdout)
        .map((lead: { id: string }) => lead.id)
        .sort()
    const both = [id, booking.id].sort()
    expect(await idsOf('ana@RUIZ.com')).toEqual(both)
    expect(await idsOf('509 555 0147')).toEqual(both)
    expect(await idsOf('15095550147')).toEqual(both)
    expect((await leads('find', 'nobody@ruiz.com')).stdout).toBe('No leads.\n')
    expect((await leads('find', 'ana@ruiz.com')).stdout).not.toContain('Ana')
    const { stdout } = await leadsWithInput('ana@ruiz.com\n', 'find', '-', '--json')
    expect(JSON.parse(stdout)).toHaveLength(2)
  })

  it('is not searched by a name or a piece of a number', async () => {
    for (const wrong of ['Ana Ruiz', '555'])
      expect(await leads('find', wrong)).toEqual(
        refused('Give an email address, or a phone number of seven digits or more.'),
      )
    expect((await leads('find')).stderr).toBe(
      'An email address or a phone number is missing. Usage: npm run leads -- find EMAIL|PHONE|-\n',
    )
  })

  it('can be deleted, also from the files of the journal', async () => {
    const payload = { ...ana, Email: 'delete-me@ruiz.com' }
    const { id, ...lease } = await record({ payload })
    expect(await leads('delete', id)).toMatchObject({
      code: 1,
      stderr: `${id} is being sent: try again in a minute.\n`,
    })
    await journal.settle({ id, ...lease }, 'delivered')
    const path = database.url.slice('file:'.length)
    const traces = () =>
      [path, `${path}-wal`].some((file) => readFileSync(file).includes('delete-me@ruiz.com'))
    expect(traces()).toBe(true)
    expect(await leads('delete', id)).toMatchObject({
      code: 0,
      stdout: `${id} is deleted from the journal.\n`,
    })
    expect(traces()).toBe(false)
    expect((await leads('delete', id)).stderr).toBe(`There is no lead ${id}.\n`)
  })
})

it('exports the leads since a day', async () => {
  await record()
  expect((await leads('export')).stdout.split('\r\n')).toHaveLength(3)
  expect((await leads('export', '--since', '2099-01-01')).stdout.split('\r\n')).toHaveLength(2)
})

it('writes a report for a browser', async () => {
  await recordFailed({ extras: { consent: '', attribution: { utm_source: 'google' } } })
  const path = join(temporaryFolder('report'), 'leads.html')
  expect((await leads('report', '--html', path)).stdout).toBe(
    `Wrote ${path}. Open it in a browser.\n`,
  )
  expect(readFileSync(path, 'utf8')).toMatch(/<h1>Leads of Plumbing Xperience<\/h1>[\s\S]*google/)
  expect((await leads('report')).stderr).toBe(
    'Say where to write it: npm run leads -- report --html FILE\n',
  )
})

describe('redeliver', () => {
  it('makes one lead due, or all pending and dead leads, and sends none', async () => {
    const [first] = [await recordFailed(), await recordFailed(), await recordFailed()]
    await journal.settle({ ...(await record()), attempts: 9 }, 'failed')
    expect(await leads('redeliver', first)).toEqual({
      code: 0,
      stderr: '',
      stdout:
        '1 lead is due now. A running server sends within seconds, the cron job at its next call.\n',
    })
    expect(await journal.leaseNextDue(['call-our-ai'])).toMatchObject({ id: first })
    expect((await leads('redeliver')).stdout).toMatch(/^3 leads are due now\./)
    expect(receiver.received).toEqual([])
  })

  it('says why it cannot make a lead due', async () => {
    const { id } = await record()
    expect(await leads('redeliver', id)).toEqual(
      refused(`${id} is not pending or dead: its state is leased.`),
    )
    expect((await leads('redeliver', 'unknown-id')).stderr).toBe('There is no lead unknown-id.\n')
  })
})

describe('a journal that does not exist', () => {
  it('is named and not created in a file', async () => {
    const path = join(temporaryFolder('none'), 'leads.db')
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect(await leads()).toEqual(refused(`There is no journal at ${path}. Check DATABASE_URL.`))
    expect(existsSync(path)).toBe(false)
  })

  it('is named and not created in PostgreSQL, which has its own tools for a backup', async () => {
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
})

describe('a backup', () => {
  it('has every lead of a journal in use, and works in its place', async () => {
    for (let count = 0; count < 20; count++) await record()
    const path = join(temporaryFolder('backup'), 'copy.db')
    expect((await leads('backup', path)).code).toBe(0)
    expect(await leads('backup', path)).toMatchObject({
      code: 1,
      stderr: `${path} exists: name a new file.\n`,
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect((await leads('list', '--state', 'leased')).stdout.match(/leased/g)).toHaveLength(20)
    expect((await leads('backup')).stderr).toBe(
      'A file is missing. Usage: npm run leads -- backup FILE\n',
    )
  })
})

it.skipIf(process.platform === 'win32')(
  'export ends quietly when the reader of its output has read enough',
  async () => {
    for (let count = 0; count < 40; count++)
      await journal.recordSuspect({
        id: randomUUID(),
        submissionId: randomUUID(),
        kind: 'call-our-ai',
        payload: { Name: 'x'.repeat(20_000) },
        extras: { consent: '' },
      })
    const { PATH = '', HOME = '' } = process.env
    const pipe = `node ${join(bundledPrograms(), 'leads.mjs')} export | head -n 1`
    const env = { PATH, HOME, NODE_ENV: 'production' as const, DATABASE_URL: database.url }
    const run = promisify(execFile)('bash', ['-o', 'pipefail', '-c', pipe], { env })
    expect(await run).toEqual({ stdout: expect.stringMatching(/^\uFEFF"id","kind"/), stderr: '' })
  },
)
