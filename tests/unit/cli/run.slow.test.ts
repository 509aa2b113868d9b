import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Libsql from 'libsql'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeadRecord } from '@/lib/leads/lead'
import { maintain } from '@/lib/leads/maintenance'
import { sqlite } from '../../support/database/database'
import { temporaryFolder } from '../../support/process/files'
import {
  bundledPrograms,
  leads,
  leadsInTerminal,
  leadsWithInput,
  listedIn,
  refused,
} from '../../support/site/cli'
import { newLead, postgresDatabase, receive, record } from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

/** The commands as a build bundles them. */
let program: string
beforeAll(() => {
  const folder = bundledPrograms()
  program = join(folder, 'leads.mjs')
  return () => rmSync(folder, { recursive: true })
})

let url: string
/** The journal that a running server has open at the same time. */
let journal: Journal
beforeEach(async () => {
  ;({ url } = sqlite())
  journal = Journal.open(openDatabase(url))
  await journal.store.check()
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', url)
})
afterEach(() => journal.store.close())

/** Of a process of its own. */
function environment(DATABASE_URL: string) {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NODE_ENV: 'production' as const, DATABASE_URL }
}

async function recordFailed(change: Partial<LeadRecord> = {}): Promise<string> {
  const entry = await record(journal, change)
  await journal.settle(entry, 'failed')
  return entry.id
}

/** The ids of leads that were listed. */
const idsIn = ({ stdout }: { stdout: string }) => listedIn(stdout).map(({ id }) => id)

/** The ids of the proofs of consent that were printed. */
const proofsIn = ({ stdout }: { stdout: string }): string[] =>
  stdout === 'No proof of consent.\n' ? [] : JSON.parse(stdout).map(({ id }: { id: string }) => id)

const withoutJournal = () => {
  vi.stubEnv('VERCEL', '1')
  vi.stubEnv('DATABASE_URL', '')
}

const names =
  'list show redeliver release find consent delete export backup restore set-aside purge report test'.split(
    ' ',
  )

it('the help names every command, and that of a command its options, in 100 columns and without a journal', async () => {
  withoutJournal()
  const { stdout: help } = await leads('help')
  expect(help.match(/(?<=^ {2})[a-z-]+/gm)).toEqual(names)
  for (const flag of ['--help', '-h'])
    expect(await leads(flag)).toEqual({ code: 0, stdout: help, stderr: '' })
  let all = help
  for (const name of names) {
    const { stdout } = await leads(name, '--help')
    expect(stdout).toMatch(new RegExp(`^Usage: npm run leads -- ${name}\\b`))
    all += stdout
  }
  expect(all.split('\n').filter((line) => line.length > 100)).toEqual([])
  const { stdout } = await leads('redeliver', 'ID', '-h')
  expect(stdout.match(/(?<=^ {2})--[a-z-]+/gm)).toEqual([
    '--since',
    '--per-minute',
    '--delivered',
    '--yes',
  ])
})

it('everything that is stored of a lead is shown, and the list, which no command needs, has no personal data', async () => {
  const id = await recordFailed()
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const listed = {
    id,
    kind: 'booking',
    state: 'pending',
    replaces: null,
    attempts: 1,
    outcome: 'failed',
    reason: null,
    createdAt: time,
    nextAt: time,
    attemptedAt: time,
    deliveredAt: null,
    calledAt: null,
  }
  const payload = { fullName: 'Ana Ruiz', phoneNumber: '5095550147' }
  expect(JSON.parse((await leads('show', id)).stdout)).toEqual({
    ...listed,
    payload,
    extras: { consent: '2026-11' },
  })
  expect((await leads()).stdout).toMatch(new RegExp(`pending +${id} +booking +failed`))
})

it('a purge deletes personal data, and says of how many leads', async () => {
  const lead = await record(journal)
  await journal.settle(lead, 'delivered')
  await journal.store.write('UPDATE leads SET delivered_at = 0 RETURNING id')
  expect((await leads('purge')).stdout).toMatch(/^Leads that lost their personal data: 1\./)
  expect((await journal.find(lead.id))?.payload).toBeNull()
})

it.each([
  ...['lst', 'toString --help'].map((line) => [
    line,
    `There is no command ${line.split(' ')[0]}. The commands: ${names.join(', ')}.`,
  ]),
  [
    'list --state lost',
    '--state must be pending, leased, delivered, held, dead, or several separated by commas.',
  ],
  ['list --since 2026-02-30', '--since must be like 30d, 24h or 2026-11-01.'],
  ['report --until 30', '--until must be like 30d, 24h or 2026-11-01.'],
  ['report --since', "Option '--since <value>' argument missing."],
  ['set-aside --yes=no', "Option '--yes' does not take an argument."],
  ['restore', 'restore needs FILE. Usage: npm run leads -- restore FILE'],
  ['show a1 b2', 'show does not take b2.'],
  ...['', ' a1 --since 2h'].map((line) => [
    `release${line}`,
    'Give the id of one lead, or --reason for all leads with this reason, also with --since, --until, and --per-minute.',
  ]),
  ...['', ' a1 --since 2h'].map((line) => [
    `delete${line}`,
    'Give the id of one lead, or select several, such as by --reason flood.',
  ]),
  ...['555', 'ana@', '<ana@ruiz.com>'].map((person) => [
    `find ${person}`,
    'Give an email address, or a phone number of seven digits or more.',
  ]),
  [
    'redeliver a1 --since 30d',
    '--since, --per-minute, and --delivered are for all leads: give no id.',
  ],
  [
    'list --stat held',
    'list does not take --stat. Its options: --state, --reason, --since, --until, --names.',
  ],
  ['show --since a1', 'show does not take --since. Its options: none.'],
  ['redeliver --per-minute 0', '--per-minute must be a whole number from 1 to 9999.'],
  ['redeliver unknown-id', 'There is no lead unknown-id.'],
])('%s is refused in one sentence', async (line, sentence) => {
  expect(await leads(...line.split(' '))).toEqual(refused(sentence))
})

it('held leads of one reason and time are listed, and released one by one or so many a minute', async () => {
  for (const id of ['1', '2', '3', '4'])
    await receive(journal, newLead({ id }), { reason: id === '4' ? 'honeypot' : 'flood' })
  await journal.store.write("UPDATE leads SET created_at = 0 WHERE id = '1' RETURNING id")
  const these = ['--since', '2h', '--reason', 'flood']
  expect(idsIn(await leads('list', ...these))).toEqual(['2', '3'])
  expect((await leads('release', '2')).code).toBe(0)
  expect(await leads('release', '2')).toEqual(refused('There is no held lead 2.'))
  expect((await leads('release', ...these)).stdout).toBe('Released leads, 6 a minute: 1.\n')
  expect(idsIn(await leads('list', '--state', 'pending'))).toEqual(['2', '3'])
  const all = await leads('release', '--reason', 'flood,honeypot', '--per-minute', '30')
  expect(all.stdout).toBe('Released leads, 30 a minute: 2.\n')
  const [first, second] = [await journal.find('4'), await journal.find('1')]
  expect(Number(second?.nextAt) - Number(first?.nextAt)).toBe(2000)
})

it('held leads of one reason and time are listed with names, exported, and deleted', async () => {
  for (const id of ['1', '2', '3', '4'])
    await receive(
      journal,
      newLead({ id, payload: { fullName: `Ana ${id}`, businessName: 'Ruiz & Sons' } }),
      { reason: id === '4' ? 'honeypot' : 'flood' },
    )
  await journal.store.write("UPDATE leads SET created_at = 0 WHERE id = '1' RETURNING id")
  const these = ['--since', '2h', '--reason', 'flood']
  const { stdout } = await leads('list', ...these, '--names')
  expect(stdout.match(/Ana .*/g)).toEqual(['2', '3'].map((id) => `Ana ${id}  Ruiz & Sons`))
  const { stdout: csv } = await leads('export', ...these)
  expect(csv.match(/(?<=^")\d/gm)).toEqual(['2', '3'])
  expect(await leads('delete', ...these)).toEqual(
    refused(
      'Leads that would be deleted, with their other versions: 2. Nothing was done. To do it, add --yes.',
    ),
  )
  for (const typed of ['no\nyes\n', ''])
    expect((await leadsInTerminal(typed, 'delete', ...these)).code).toBe(1)
  expect(idsIn(await leads('list'))).toHaveLength(4)
  expect(await leadsInTerminal('yes\n', 'delete', ...these)).toMatchObject({
    code: 0,
    stdout: 'Deleted leads: 2.\n',
  })
  expect((await leads('delete', '--reason', 'flood', '--yes')).stdout).toBe('Deleted leads: 1.\n')
  expect(idsIn(await leads('list'))).toEqual(['4'])
})

describe('one person', () => {
  const ana = { Name: 'A. Ruiz', Phone: '(509) 555-0147', Email: 'Ana@ruiz.com' }

  const found = async (person: string) => idsIn(await leads('find', person)).sort()

  const mailboxes = ['ana@ruiz.com', 'Ana+demo@Ruiz.Com']
  const numbers = ['(509) 555-0147', '+1 509-555-0147']
  const others = [
    ['diana@ruiz.com', '5095550148'],
    ['ana@ruiz.company', '25095550147'],
    ['ana@ruiz.com.au', '+50955501471'],
    ['di.ana@ruiz.com', '+44 509 555 0147'],
  ]
  it('is found by a mailbox or a phone number as a whole, however it is written', async () => {
    const enter = (id: string, Email: string, Phone: string) =>
      record(journal, { id, kind: sampleKind, payload: { ...ana, Email, Phone } })
    for (const entry of mailboxes) await enter(entry, entry, '5095550149')
    for (const entry of numbers) await enter(entry, 'bob@ruiz.com', entry)
    for (const [email = '', phone = ''] of others) await enter(`of ${email}`, email, phone)
    for (const spellings of [mailboxes, numbers])
      for (const spelling of spellings) {
        expect(await found(spelling)).toEqual(spellings.toSorted())
        const proofs = proofsIn(await leads('consent', spelling))
        expect(proofs.sort()).toEqual(spellings.toSorted())
      }
    for (const part of ['na@ruiz.com', 'ana@ruiz', '5550147', '509555014', 'nobody@ruiz.com'])
      expect(await found(part)).toEqual([])
    const ofBob = await leadsWithInput('bob@ruiz.com\n', 'find', '-')
    expect(idsIn(ofBob)).toHaveLength(numbers.length)
  })

  it('is not found in the notes of others', async () => {
    const additionalNotes = 'Or write to ana@ruiz.com, or call +1 (509) 555-0147.'
    const payload = {
      fullName: 'Bo',
      phoneNumber: '5095550149',
      additionalNotes,
      website: 'ana@ruiz.com',
    }
    await record(journal, {
      payload,
      extras: { consent: '', attribution: { utm_term: '5095550147' } },
    })
    expect([await found('ana@ruiz.com'), await found('5095550147')]).toEqual([[], []])
  })

  it('can be deleted, also from the files of the journal', async () => {
    const payload = { ...ana, Email: 'delete-me@ruiz.com' }
    const lead = await record(journal, { kind: sampleKind, payload })
    await journal.settle(lead, 'delivered')
    const path = url.slice('file:'.length)
    const traces = () =>
      [path, `${path}-wal`].some((file) => readFileSync(file).includes('delete-me@ruiz.com'))
    expect(traces()).toBe(true)
    await leads('delete', lead.id, '--with-consent')
    expect(traces()).toBe(false)
  })
})

it('a changed booking names the lead that it replaces, and is deleted with it, with all proofs of consent', async () => {
  const first = await record(journal, {})
  await journal.settle(first, 'delivered')
  const second = await record(journal, { thread: first.thread })
  await journal.settle(second, 'failed')
  const third = await record(journal, { thread: first.thread })
  const other = await record(journal, {})
  expect(JSON.parse((await leads('show', third.id)).stdout)).toMatchObject({ replaces: first.id })
  expect(await leads('delete', first.id)).toEqual(
    refused(`${first.id} is being sent: try again in a minute.`),
  )
  await journal.settle(third, 'delivered')
  const all = [first.id, second.id, third.id].sort()
  const { stdout } = await leads('delete', first.id, '--with-consent')
  const deleted = (what: string) =>
    stdout
      .match(new RegExp(`(?<=${what}: ).*(?=\\.)`))?.[0]
      .split(', ')
      .sort()
  expect(deleted('leads')).toEqual([first.id, third.id].sort())
  expect(deleted('consent')).toEqual(all)
  const idsOf = async (table: string) =>
    (await journal.store.read(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id)
  expect([await idsOf('leads'), await idsOf('consents')]).toEqual([[other.id], [other.id]])
  const erased = await journal.store.read('SELECT key FROM erased')
  const consents = all.map((id) => `consent ${id}`)
  expect(new Set(erased.map(({ key }) => key))).toEqual(
    new Set([...all, ...consents, first.thread, `consent ${first.thread}`]),
  )
})

describe('a journal that was changed by hand', () => {
  const escapes = '\u001b]0;x\u0007\u009b31m\u202e'
  const insert = (id: string, createdAt: number, payload: string, extras: unknown = {}) =>
    journal.store.write(
      `INSERT INTO leads (id, thread, version, kind, state, payload, extras, attempts, outcome, give_up_at, created_at)
       VALUES ($1, $1, 0, 'booking', 'dead', $2, $3, 1, $4, 0, $5) RETURNING id`,
      [id, payload, JSON.stringify(extras), escapes, createdAt],
    )
  const received = Date.parse('2026-11-20T20:00:00Z')

  it('cannot make a command print control characters or fail', async () => {
    const payload = JSON.stringify({ fullName: `Ana${escapes}`, phoneNumber: '5095550147' })
    const id = `a1${escapes}`
    await insert(id, received, payload, { consent: escapes, attribution: { utm_source: escapes } })
    await journal.store.write(
      `INSERT INTO consents (id, thread, kind, name, phone, email, page, text_name, created_at)
       VALUES ($1, $1, 'booking', $2, '5095550147', NULL, $2, $2, 1) RETURNING id`,
      [id, `Ana\n${escapes}`],
    )
    for (const command of [
      ['list'],
      ['show', id],
      ['show', `missing ${escapes}`],
      ['find', '5095550147'],
      ['consent', '5095550147'],
      ['report'],
      ['export'],
      ['delete', id],
    ]) {
      const { stdout, stderr } = await leads(...command)
      const printed = (stdout + stderr).replaceAll(/\r?\n/g, '')
      expect([command, printed.match(/[\p{Cc}\u202e]/gu)]).toEqual([command, null])
      expect(printed).not.toBe('')
    }
  })

  it.each([
    '',
    'ana@ruiz.com;(509) 555-0147',
    '{"fullName":"Ana","phoneNumber":"+1 509-555-0147","email":"Ana@ruiz.com","addit',
    '{"fullName": 5, "phoneNumber": {}}',
  ])('has its lead shown, found, counted, exported and deleted with the data %j', async (text) => {
    const extras = [{ attribution: null }, { attribution: { utm_source: { a: 1 } } }]
    for (const [index, each] of extras.entries()) await insert(`a${index}`, received, text, each)
    await journal.store.write("UPDATE leads SET kind = 'other' WHERE id = 'a1' RETURNING id")
    const { payload } = JSON.parse((await leads('show', 'a0')).stdout)
    expect(typeof payload === 'string' ? payload : JSON.stringify(payload)).toBe(
      text.endsWith('}') ? text.replaceAll(' ', '') : text,
    )
    for (const [person, has] of [
      ['5095550147', /0147/],
      ['ana@ruiz.com', /@/],
    ] as const)
      expect(idsIn(await leads('find', person))).toEqual(has.test(text) ? ['a0', 'a1'] : [])
    for (const command of ['report', 'export'])
      expect(await leads(...command.split(' '))).toMatchObject({ code: 0 })
    for (const id of ['a0', 'a1']) expect((await leads('delete', id)).code).toBe(0)
    expect((await leads('list')).stdout).toBe('No leads.\n')
  })
})

it('leads are exported to a new file that others cannot read', async () => {
  await recordFailed()
  const path = join(temporaryFolder('export'), 'leads.csv')
  const { stdout: csv } = await leads('export')
  expect(csv.split('\r\n')).toHaveLength(3)
  expect((await leads('export', '--since', '2099-01-01')).stdout.split('\r\n')).toHaveLength(2)
  expect(await leads('export', '--out', path)).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(path, 'utf8')).toBe(csv)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await leads('export', '--out', path)).toEqual(refused(`${path} exists: name a new file.`))
  const inNoFolder = join(path, 'none', 'leads.csv')
  expect(await leads('export', '--out', inNoFolder)).toEqual(
    refused(`Cannot write ${inNoFolder}: ENOTDIR.`),
  )
})

/** How many leads a command says that it has made due. */
const madeDue = ({ stdout }: { stdout: string }) => Number(/first: (\d+)\./.exec(stdout)?.[1])

it('one lead is made due, and not one that is being sent', async () => {
  const [first] = [await recordFailed(), await recordFailed()]
  expect((await leads('redeliver', first)).code).toBe(0)
  expect((await journal.leaseNextDue(['booking']))?.id).toBe(first)
  expect(await leads('redeliver', first)).toEqual(
    refused(`${first} is not pending, dead, or delivered: its state is leased.`),
  )
})

it('delivered leads are sent again by id, or all since a time if ops agree', async () => {
  const delivered = async (change: Partial<LeadRecord> = {}) => {
    const lead = await record(journal, change)
    await journal.settle(lead, 'delivered')
    return lead
  }
  const [older, purged] = [await delivered(), await delivered()]
  const ids = [(await delivered({ thread: older.thread })).id, (await delivered()).id]
  await journal.store.write('UPDATE leads SET payload = NULL WHERE id = $1 RETURNING id', [
    purged.id,
  ])
  expect(await leads('redeliver', older.id)).toEqual(
    refused(`${older.id} is not sent again: its data was deleted, or it has a newer version.`),
  )
  expect(await leads('redeliver', purged.id)).toEqual(
    refused(`${purged.id} is not sent again: its data was deleted, or it has a newer version.`),
  )
  const pending = async () => idsIn(await leads('list', '--state', 'pending')).sort()
  expect((await leads('redeliver', ids[0] ?? '')).code).toBe(0)
  expect(await pending()).toEqual(ids.slice(0, 1))
  expect(await leads('redeliver', '--delivered', '--since', '2h')).toEqual(
    refused('Delivered leads that would be sent again: 1. Nothing was done. To do it, add --yes.'),
  )
  expect(madeDue(await leads('redeliver', '--delivered', '--since', '2h', '--yes'))).toBe(1)
  expect(await pending()).toEqual(ids.toSorted())
})

it('waiting leads are made due in order or so many a minute, for no longer than one may wait', async () => {
  for (let count = 0; count < 2; count++) await recordFailed()
  expect((await leads('redeliver')).stdout).toMatch(/ the newest first: 2\. /)
  expect((await leads('redeliver', '--per-minute', '3')).stdout).toMatch(/ 3 a minute, .*: 2\. /)
  await journal.store.write(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4319)
     INSERT INTO leads (id, thread, version, kind, state, extras, attempts, give_up_at, created_at)
     SELECT n, n, 0, 'booking', 'dead', '{}', 1, 0, ${Date.now()} FROM numbers`,
  )
  expect(await leads('redeliver', '--per-minute', '1')).toEqual(
    refused('4321 leads would take longer than 72 hours: give --per-minute 2 or more.'),
  )
  expect(madeDue(await leads('redeliver', '--per-minute', '2'))).toBe(4321)
})

it('leads that came more than seven days ago are left, and redelivered if --since says so', async () => {
  const ids = [await recordFailed(), await recordFailed(), await recordFailed()]
  const day = 86_400_000
  for (const [index, age] of [6.9 * day, 7.1 * day, 100 * day].entries())
    await journal.store.write(
      "UPDATE leads SET state = 'dead', next_at = NULL, created_at = $1 WHERE id = $2 RETURNING id",
      [Date.now() - age, ids[index] ?? ''],
    )
  const states = async () => Promise.all(ids.map(async (id) => (await journal.find(id))?.state))
  const redelivered = async (...args: string[]) => {
    const result = await leads('redeliver', ...args)
    const [, left] =
      /^Older leads that are not sent: (\d+)\. .* --since /m.exec(result.stdout) ?? []
    return [madeDue(result), Number(left ?? 0), await states()]
  }
  expect(await redelivered()).toEqual([1, 2, ['pending', 'dead', 'dead']])
  expect(await redelivered('--since', '30d')).toEqual([2, 1, ['pending', 'pending', 'dead']])
  expect(await redelivered('--since', '180d')).toEqual([3, 0, ['pending', 'pending', 'pending']])
})

it('commands are named as they run on this machine, and paths are those of the caller', async () => {
  const folder = temporaryFolder('caller')
  vi.stubEnv('LEADS_COMMAND', 'leads')
  vi.stubEnv('INIT_CWD', folder)
  expect((await leads('help')).stdout).toMatch(/^Usage: leads COMMAND\n/)
  await maintain(journal)
  const { now } = journal.store
  expect((await leads('backup', 'copy.db')).code).toBe(0)
  expect(readdirSync(folder)).toEqual(['copy.db'])
  // For the message of the morning.
  const [row] = await journal.store.read(
    `SELECT ${now()} - backup_at AS age, backup_at - ended_at AS after FROM maintenance`,
  )
  expect(Number(row?.age)).toBeLessThan(600_000)
  expect(Number(row?.after)).toBeGreaterThanOrEqual(0)
})

describe('a journal', () => {
  const noJournalAt = (name: string) =>
    `There is no journal at ${name}. Check DATABASE_URL, or start the server: it creates one.`

  it('that does not exist or answer is named, and not created', async () => {
    withoutJournal()
    expect(await leads()).toEqual(refused('There is no journal. Set DATABASE_URL.'))
    vi.stubEnv('VERCEL', undefined)
    const name = 'postgres://127.0.0.1:1/leads'
    vi.stubEnv('DATABASE_URL', name)
    expect(await leads()).toEqual(
      refused(`The journal ${name} failed: connect ECONNREFUSED 127.0.0.1:1.`),
    )
    const database = await postgresDatabase()
    vi.stubEnv('DATABASE_URL', database.url)
    expect(await leads()).toEqual(refused(noJournalAt(database.url.replace('leads:leads@', ''))))
    expect(await database.query("SELECT to_regclass('leads') AS leads")).toEqual([{ leads: null }])
  })

  it('in a folder that does not exist is not created', async () => {
    const folder = join(temporaryFolder('none'), 'none')
    const backup = join(temporaryFolder('backup'), 'backup.db')
    await journal.store.read('VACUUM INTO $1', [backup])
    vi.stubEnv('DATABASE_URL', `file:${folder}/leads.db`)
    for (const command of ['list', `backup ${folder}.db`])
      expect(await leads(...command.split(' '))).toEqual(refused(noJournalAt(`${folder}/leads.db`)))
    expect(await leads('restore', backup)).toEqual(
      refused(`There is no folder ${folder}. Check DATABASE_URL.`),
    )
    expect(existsSync(folder)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'in PostgreSQL is copied by pg_dump, with the password neither on its command line nor in an error',
    async () => {
      const database = await postgresDatabase()
      const shared = Journal.open(openDatabase(database.url))
      await shared.store.check()
      await shared.store.close()
      const bin = temporaryFolder('bin')
      const [file, args] = [join(bin, 'leads.dump'), join(bin, 'args')]
      const install = (script: string) =>
        writeFileSync(join(bin, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
      vi.stubEnv('DATABASE_URL', `${database.url}?sslmode=disable`)
      install(`printf '%s\\n' "$PGPASSWORD" "$@" > ${args}; echo dump > ${file}`)
      expect(await leads('backup', file)).toMatchObject({ code: 0, stderr: '' })
      const address = database.url.replace(':leads@', '@')
      const [password, ...options] = readFileSync(args, 'utf8').trim().split('\n')
      expect([password, options.at(-1)]).toEqual(['leads', `--dbname=${address}?sslmode=disable`])
      expect(statSync(file).mode & 0o777).toBe(0o600)

      const other = join(bin, 'other.dump')
      install('echo "pg_dump: error: server version mismatch" >&2; exit 1')
      expect(await leads('backup', other)).toEqual(
        refused('pg_dump: error: server version mismatch'),
      )
      vi.stubEnv('PATH', temporaryFolder('empty'))
      expect(await leads('backup', other)).toEqual(
        refused('pg_dump is not installed. On Debian, it is in postgresql-client.'),
      )
      expect(existsSync(other)).toBe(false)
    },
  )

  it('in use is copied with every lead, and the copy works in its place', async () => {
    for (let count = 0; count < 20; count++) await record(journal)
    const path = join(temporaryFolder('backup'), 'copy.db')
    expect(await leads('backup', path)).toMatchObject({ code: 0, stderr: '' })
    expect(await leads('backup', path)).toEqual(refused(`${path} exists: name a new file.`))
    const inNoFolder = join(path, 'copy.db')
    expect(await leads('backup', inNoFolder)).toEqual(
      refused(`Cannot write ${inNoFolder}: ENOTDIR.`),
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect((await leads('list', '--state', 'leased')).stdout.match(/leased/g)).toHaveLength(20)
  })

  /** How many leads a restore says that it has deleted again, and those that it lists, because they waited. */
  const settled = (stdout: string) => [
    Number(/and are deleted again: (\d+)\./.exec(stdout)?.[1]),
    [...stdout.matchAll(/^dead +(\S+) +booking +restored /gm)].map(([, id]) => id),
  ]

  describe('that is restored', () => {
    let [folder, backup, path] = ['', '', '']
    beforeEach(() => {
      folder = temporaryFolder('restore')
      backup = join(folder, 'backup.db')
      path = join(folder, 'leads.db')
    })

    /** Runs a command in a process of its own, which has no other use of the file. */
    async function run(path: string, ...args: string[]) {
      const options = { env: environment(`file:${path}`) }
      return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout
    }

    /** Runs a command in this process, after which the file is in use. */
    async function leadsAt(path: string, ...args: string[]) {
      vi.stubEnv('DATABASE_URL', `file:${path}`)
      return leads(...args)
    }

    const receivedAt = async (id: string) =>
      new Date((await journal.find(id))?.createdAt ?? 0).toISOString()

    const statesAt = async (path: string) => {
      const { stdout } = await leadsAt(path, 'list')
      return Object.fromEntries(listedIn(stdout).map(({ id, state }) => [id, state]))
    }

    it('sends nothing by itself, and brings no deleted lead back', async () => {
      const [failed, deletedSince] = [await recordFailed(), await recordFailed()]
      await leads('backup', backup)
      const received = await recordFailed()
      await leads('backup', path)
      await run(path, 'delete', deletedSince, '--with-consent')
      chmodSync(backup, 0o644)
      const restored = await run(path, 'restore', backup)
      const [, previous = ''] = /^The journal before is in (\S+)\. Delete/m.exec(restored) ?? []
      expect(restored).toMatch(` Leads in it: 1. The newest: ${await receivedAt(failed)}.\n`)
      expect(settled(restored)).toEqual([1, [failed]])
      expect(await statesAt(previous)).toEqual({ [failed]: 'pending', [received]: 'pending' })
      expect(statSync(path).mode & 0o777).toBe(0o600)

      // The next restore knows what was deleted before this one, also of a journal that a newer version has changed.
      const file = new Libsql(path)
      file.exec('INSERT INTO journal_migrations VALUES (99, 99)')
      file.close()
      expect(settled(await run(path, 'restore', backup))).toEqual([1, [failed]])

      expect(await statesAt(path)).toEqual({ [failed]: 'dead' })
      expect(proofsIn(await leadsAt(path, 'consent', '5095550147'))).toEqual([failed])
      expect(madeDue(await leadsAt(path, 'redeliver'))).toBe(0)
      expect((await leadsAt(path, 'redeliver', failed)).code).toBe(0)
      expect(await statesAt(path)).toEqual({ [failed]: 'pending' })
    })

    it('by other means is set aside in place, with its list of deleted leads, unless a server uses it', async () => {
      const [failed, deleted] = [await recordFailed(), await recordFailed()]
      const erased = 'INSERT INTO erased (key, erased_at) VALUES ($1, 1)'
      await journal.store.write(erased, [deleted])
      const used = url.slice('file:'.length)
      const states = await statesAt(used)
      await expect(run(used, 'set-aside')).rejects.toMatchObject(
        refused(`${used} is in use. Stop the server, then set its leads aside.`),
      )
      expect(await statesAt(used)).toEqual(states)
      await leads('backup', path)
      expect(settled(await run(path, 'set-aside'))).toEqual([1, [failed]])
      expect(await statesAt(path)).toEqual({ [failed]: 'dead' })
    })

    it('can be a backup without leads, of which ops are warned', async () => {
      await leads('backup', backup)
      await recordFailed()
      await leads('backup', path)
      const { stdout, stderr } = await leadsAt(path, 'restore', backup)
      expect(stdout).toMatch(' Leads in it: 0. The newest: none.\n')
      expect(stderr).toMatch(/^The backup has no leads\./)
    })

    it('is refused while a server uses it, or without a backup', async () => {
      const [text, none] = [join(folder, 'text.db'), join(folder, 'none.db')]
      await leads('backup', backup)
      writeFileSync(text, 'no database')
      const used = url.slice('file:'.length)
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      let isOver = false
      const restored = leadsAt(used, 'restore', backup).finally(() => (isOver = true))
      while (!isOver) await vi.advanceTimersByTimeAsync(500)
      vi.useRealTimers()
      const waiting = `${used} is in use. Waiting for 20 s until its server has stopped.\n`
      expect(await restored).toEqual({
        code: 1,
        stdout: '',
        stderr: `${waiting}${used} is in use. Stop the server, then restore.\n`,
      })
      for (const [journalPath, file, error] of [
        [used, none, `There is no file ${none}.`],
        [path, text, `${text} is not a backup of a journal.`],
      ] as const)
        expect(await leadsAt(journalPath, 'restore', file)).toEqual(refused(error))
      expect(readdirSync(folder).sort()).toEqual(['backup.db', 'text.db'])
    })

    it.skipIf(process.getuid?.() !== 0)('by root keeps the owner of the journal', async () => {
      await leads('backup', backup)
      await leads('backup', path)
      chownSync(path, 65_534, 65_534)
      await run(path, 'restore', backup)
      const { uid, gid } = statSync(path)
      expect([uid, gid]).toEqual([65_534, 65_534])
    })

    it('waits for a server that stops', async () => {
      await leads('backup', backup)
      await leads('backup', path)
      const open = `const file = new (require('libsql'))(process.argv[1])
        console.log(file.prepare('PRAGMA journal_mode = WAL').all(), file.prepare('SELECT 1 FROM leads').all())
        process.stdin.resume()`
      const server = execFile(process.execPath, ['-e', open, path])
      await once(server.stdout ?? server, 'data')
      const options = { env: environment(`file:${path}`) }
      const restoring = promisify(execFile)(process.execPath, [program, 'restore', backup], options)
      restoring.child.stderr?.once('data', () => server.kill())
      expect(await restoring).toMatchObject({
        stdout: expect.stringContaining(`Restored ${path} from ${backup}.`),
        stderr: expect.stringContaining(`${path} is in use. Waiting`),
      })
    })

    it('can have been damaged, and ops read which leads may be back', async () => {
      const failed = await recordFailed()
      await leads('backup', backup)
      writeFileSync(path, 'damaged')
      const restored = await run(path, 'restore', backup)
      expect(restored).toContain(
        'Leads that were deleted after the backup may be back: delete them again.',
      )
      expect(settled(restored)).toEqual([0, [failed]])
      expect(await statesAt(path)).toEqual({ [failed]: 'dead' })
    })
  })

  it('in PostgreSQL is set aside only with a yes, because it can be that of a running site', async () => {
    const database = await postgresDatabase()
    const shared = Journal.open(openDatabase(database.url))
    onTestFinished(() => shared.store.close())
    const lead = await record(shared)
    await shared.settle(lead, 'failed')
    vi.stubEnv('DATABASE_URL', database.url)
    const name = database.url.replace('leads:leads@', '')
    expect(await leads('restore', 'copy.db')).toEqual(
      refused(
        'The journal is a PostgreSQL database: restore it with pg_restore. Then run: npm run leads -- set-aside --yes',
      ),
    )
    expect(await leads('set-aside')).toEqual(
      refused(
        `This ends the attempts of all leads that wait in ${name}, which has to be just restored, and used by no server. Nothing was done. To do it, add --yes.`,
      ),
    )
    expect((await shared.find(lead.id))?.state).toBe('pending')
    const { code, stdout } = await leads('set-aside', '--yes')
    expect([code, ...settled(stdout)]).toEqual([0, 0, [lead.id]])
  })
})

it.skipIf(process.platform === 'win32')(
  'export ends quietly when the reader of its output has read enough',
  async () => {
    for (let count = 0; count < 40; count++)
      await receive(journal, newLead({ payload: { Name: 'x'.repeat(20_000) } }), {
        reason: 'honeypot',
      })
    const pipe = ['-o', 'pipefail', '-c', `node ${program} export | head -n 1`]
    const run = promisify(execFile)('bash', pipe, { env: environment(url) })
    expect(await run).toEqual({ stdout: expect.stringMatching(/^\uFEFF"id","kind"/), stderr: '' })
  },
)
