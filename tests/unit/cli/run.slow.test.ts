import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Libsql from 'libsql'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { leadKinds } from '@/lib/forms/forms'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeadRecord } from '@/lib/leads/lead'
import { env } from '@/lib/server/env'
import { sqlite } from '../../support/database/database'
import { temporaryFolder } from '../../support/process/files'
import { bundledPrograms, leads, leadsWithInput, refused } from '../../support/site/cli'
import { newLead, postgresDatabase, receive, record } from '../../support/site/in-process'

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

async function recordFailed(change: Partial<LeadRecord> = {}): Promise<string> {
  const entry = await record(journal, change)
  await journal.settle(entry, 'failed')
  return entry.id
}

/** The ids of leads that were printed as JSON. */
const idsIn = ({ stdout }: { stdout: string }): string[] =>
  JSON.parse(stdout).map(({ id }: { id: string }) => id)

const whenSent = 'A running server sends within seconds, the cron job at its next call.\n'
const areDue = (leads: number, order = 'newest') =>
  `Leads that are due now, the ${order} first: ${leads}. ${whenSent}`

const withoutJournal = () => {
  vi.stubEnv('VERCEL', '1')
  vi.stubEnv('DATABASE_URL', '')
}

it.each(['help', '--help', '-h'])('%s names every command, and needs no journal', async (name) => {
  withoutJournal()
  const { code, stdout, stderr } = await leads(name)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/(?<=npm run leads -- )[a-z-]+/g)?.join(' ')).toBe(
    'list show redeliver release find consent delete export backup restore set-aside import purge report test help',
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

it('everything that is stored of a lead is shown, and the list has no personal data', async () => {
  const id = await recordFailed()
  const { code, stdout, stderr } = await leads('show', id)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const listed = {
    id,
    kind: 'booking',
    state: 'pending',
    replaces: null,
    attempts: 1,
    outcome: 'failed',
    createdAt: time,
    nextAt: time,
    attemptedAt: time,
    deliveredAt: null,
    deletedAt: null,
  }
  const payload = { fullName: 'Ana Ruiz', phoneNumber: '5095550147' }
  expect(JSON.parse(stdout)).toEqual({ ...listed, payload, extras: { consent: '2026-11' } })
  expect(JSON.parse((await leads('list', '--json')).stdout)).toEqual([listed])
})

it('a purge says of how many leads it has deleted the personal data', async () => {
  const { id, ...lead } = await record(journal)
  await journal.settle({ id, ...lead }, 'delivered')
  await journal.store.write('UPDATE leads SET delivered_at = 0 RETURNING id')
  expect(await leads('purge')).toEqual({
    code: 0,
    stdout: `Leads that lost their personal data: 1. They were delivered over ${env.retentionDays} days ago, or expired undelivered.\n`,
    stderr: '',
  })
  expect((await journal.find(id))?.payload).toBeNull()
})

it.each([
  [
    'list --by utm_source',
    'list takes --state, --kind, --reason, --since, --until, --json and --demos, not --by.',
  ],
  ['show --json a1', 'show takes no option, not --json.'],
  [
    '--state lost',
    '--state must be pending, leased, delivered, held, dead, or several separated by commas.',
  ],
  [
    '--kind email',
    `--kind must be callback, ${leadKinds.join(', ')}, or several separated by commas.`,
  ],
  [
    '--reason spam',
    '--reason must be honeypot, unsafe-phone, repeated-phone, repeated-email, flood, or several separated by commas.',
  ],
  ...['release', 'release --since 2h', 'release a1 --reason flood', 'release a1 --since 2h'].map(
    (line) => [
      line,
      'Give the id of one lead, or --reason for all leads with this reason, also with --since.',
    ],
  ),
  ['--since yesterday', '--since must be like 30d, 24h or 2026-11-01.'],
  ['--since 2026-02-30', '--since must be like 30d, 24h or 2026-11-01.'],
  ['report --until 2026-11-31', '--until must be like 30d, 24h or 2026-11-01.'],
  ['show --until 24h a1', 'show takes no option, not --until.'],
  ['report --since', '--since needs a value: --since 30d|24h|2026-11-01'],
  ['list --json=yes', '--json takes no value.'],
  [
    'report --by name',
    '--by must be landing_path, referrer, gclid, fbclid, msclkid, or begin with utm_, such as utm_source.',
  ],
  ['show', 'An id is missing. Usage: npm run leads -- show ID'],
  ['show a1 b2', 'show does not take b2.'],
  ['report --csv --html leads.html', 'Use --csv or --html FILE, not both.'],
  ...['555', '@', 'ana@', '@ruiz.com', '<ana@ruiz.com>', 'mailto:ana@ruiz.com'].flatMap((person) =>
    ['find', 'consent'].map((command) => [
      `${command} ${person}`,
      'Give an email address, or a phone number of seven digits or more.',
    ]),
  ),
  ['restore', 'A file is missing. Usage: npm run leads -- restore FILE'],
  ...['--oldest-first', '--since 30d'].map((option) => [
    `redeliver a1 ${option}`,
    '--since, --oldest-first and --per-minute are for all leads: give no id.',
  ]),
  ['redeliver --per-minute 0', '--per-minute must be a whole number from 1 to 9999.'],
  ['redeliver unknown-id', 'There is no lead unknown-id.'],
])('%s is refused in one sentence', async (line, sentence) => {
  expect(await leads(...line.split(' '))).toEqual(refused(sentence))
})

it('a held lead is released once', async () => {
  const lead = newLead()
  await receive(journal, lead, { reason: 'honeypot' })
  expect(await leads('release', lead.id)).toEqual({
    code: 0,
    stdout: `${lead.id} is released and will be sent with the next due leads.\n`,
    stderr: '',
  })
  expect((await journal.find(lead.id))?.state).toBe('pending')
  expect(await leads('release', lead.id)).toEqual(refused(`There is no held lead ${lead.id}.`))
})

it('the held leads of one reason and time are listed, and released at once', async () => {
  const [old, flood, second, bot] = ['1', '2', '3', '4'].map((id) => newLead({ id }))
  for (const lead of [old, flood, second])
    if (lead) await receive(journal, lead, { reason: 'flood' })
  if (bot) await receive(journal, bot, { reason: 'honeypot' })
  await journal.store.write("UPDATE leads SET created_at = 0 WHERE id = '1' RETURNING id")
  const these = ['--since', '2h', '--reason', 'flood']
  expect(idsIn(await leads('list', '--json', ...these))).toEqual(['2', '3'])
  expect(await leads('release', ...these)).toEqual({
    code: 0,
    stdout: 'Released leads: 2. They will be sent with the next due leads.\n',
    stderr: '',
  })
  expect(idsIn(await leads('list', '--json', '--state', 'pending'))).toEqual(['2', '3'])
  expect((await leads('release', '--reason', 'flood,honeypot')).stdout).toMatch(
    /^Released leads: 2\./,
  )
  expect((await leads('release', '--reason', 'flood')).stdout).toMatch(/^Released leads: 0\./)
})

describe('one person', () => {
  const ana = { Name: 'A. Ruiz', Phone: '(509) 555-0147', Email: 'Ana@ruiz.com' }

  /** The ids of the leads that are the person's, and of those with a text that names the person. */
  async function found(person: string) {
    const { stdout } = await leads('find', person, '--json')
    const all: { id: string; match: string }[] = JSON.parse(stdout)
    const ids = (which: string) => all.flatMap(({ id, match }) => (match === which ? [id] : []))
    return [ids('person').sort(), ids('text').sort()]
  }

  const provenBy = async (person: string) => idsIn(await leads('consent', person, '--json')).sort()

  // The last one is of 1.0.0.
  const mailboxes = ['ana@ruiz.com', 'Ana@Ruiz.Com', 'ana+demo@ruiz.com', '"a\\na"@ruiz.com']
  const numbers = ['(509) 555-0147', '5095550147', '+1 509-555-0147', '1.509.555.0147']
  const others = [
    ['diana@ruiz.com', '5095550148'],
    ['ana@ruiz.company', '25095550147'],
    ['ana@ruiz.com.au', '50955501471'],
    ['di.ana@ruiz.com', '+44 509 555 0147'],
  ]
  const noMailboxes = [
    ['ana@ruiz.com/au', '15095550148'],
    ['ana@ruiz.com#au', '0015095550147'],
  ]

  it('is found by a mailbox or a phone number as a whole, however it is written', async () => {
    const enter = (id: string, Email: string, Phone: string) =>
      record(journal, { id, kind: 'see-ai-in-action', payload: { ...ana, Email, Phone } })
    const [byMail, byPhone] = [mailboxes, numbers].map((list) => list.map((entry) => `of ${entry}`))
    for (const entry of mailboxes) await enter(`of ${entry}`, entry, '5095550149')
    for (const entry of numbers) await enter(`of ${entry}`, 'bob@ruiz.com', entry)
    for (const [email = '', phone = ''] of [...others, ...noMailboxes])
      await enter(`of ${email}`, email, phone)
    for (const mailbox of mailboxes) {
      expect(await found(mailbox)).toEqual([byMail?.sort(), []])
      expect(await provenBy(mailbox)).toEqual(byMail)
    }
    for (const number of numbers) {
      expect(await found(number)).toEqual([byPhone?.sort(), []])
      expect(await provenBy(number)).toEqual(byPhone)
    }
    for (const part of ['na@ruiz.com', 'ana@ruiz', '5550147', '509555014', 'nobody@ruiz.com'])
      expect(await found(part)).toEqual([[], []])
    const { stdout } = await leadsWithInput('bob@ruiz.com\n', 'find', '-', '--json')
    expect(JSON.parse(stdout)).toHaveLength(numbers.length)
  })

  it('is found apart in the texts of others, which are listed as such', async () => {
    const enter = (id: string, additionalNotes: string, attribution = {}) =>
      record(journal, {
        id,
        payload: { fullName: 'Bo', phoneNumber: '5095550149', additionalNotes },
        extras: { consent: '', attribution },
      })
    await record(journal, { id: 'own', payload: { fullName: 'Ana', phoneNumber: '5095550147' } })
    const named = [
      'Or write to ana@ruiz.com.',
      'mailto:Ana+x@RUIZ.com?subject=Hi',
      "'ana@ruiz.com'",
      '“ana@ruiz.com”',
      '*ana@ruiz.com*, {ana@ruiz.com}',
      'Ana: ana@ruiz.com--thanks',
      'Full width: ａｎａ@ruiz.com',
      'Call +1 (509) 555 - 0147, please',
      'It was 15095550147!',
    ]
    for (const text of named) await enter(text, text)
    await enter('referrer', '', { referrer: 'https://ruiz.com/?from=ana@ruiz.com&to=5095550147' })
    for (const [email, phone] of others) await enter(`${email}`, `${email}, ${phone}`)
    const [mail, calls] = [named.slice(0, 7), named.slice(7)]
    expect(await found('ana@ruiz.com')).toEqual([[], [...mail, 'referrer'].sort()])
    // Apart from the other's own number, it is a number abroad.
    const abroad = 'di.ana@ruiz.com'
    expect(await found('5095550147')).toEqual([['own'], [...calls, abroad, 'referrer'].sort()])
    const { stdout } = await leads('find', 'ana@ruiz.com')
    const [none, blank, sentence, , head] = stdout.split('\n')
    expect([none, blank, sentence]).toEqual([
      'No leads.',
      '',
      'Not of this person, but with a text that names the address or number:',
    ])
    expect(head).toMatch(/^state +id /)
    expect(stdout).not.toContain('Bo')
  })

  it('can be deleted, also from the files of the journal', async () => {
    const payload = { ...ana, Email: 'delete-me@ruiz.com' }
    const lead = await record(journal, { kind: 'see-ai-in-action', payload })
    await journal.settle(lead, 'delivered')
    const path = url.slice('file:'.length)
    const traces = () =>
      [path, `${path}-wal`].some((file) => readFileSync(file).includes('delete-me@ruiz.com'))
    expect(traces()).toBe(true)
    await leads('delete', lead.id, '--with-consent')
    expect(traces()).toBe(false)
  })
})

it('a changed booking names the lead that it replaces, and is deleted with it', async () => {
  const first = await record(journal, {})
  await journal.settle(first, 'delivered')
  const { thread } = first
  const second = await record(journal, { thread })
  await journal.settle(second, 'delivered')
  const third = await record(journal, { thread })
  const other = await record(journal, {})
  expect((await leads('list')).stdout).toMatch(new RegExp(`${second.id} .* ${first.id}\\n`))
  expect(JSON.parse((await leads('show', second.id)).stdout).replaces).toBe(first.id)
  const { stdout } = await leads('find', '5095550147', '--json')
  const links = JSON.parse(stdout).map(({ id, replaces }: LeadLink) => [id, replaces])
  expect(new Map(links)).toEqual(
    new Map([
      [first.id, null],
      [second.id, first.id],
      [third.id, second.id],
      [other.id, null],
    ]),
  )
  await journal.settle(second, 'delivered')
  expect(await leads('delete', second.id)).toEqual(
    refused(`${second.id} is being sent: try again in a minute.`),
  )
  expect(await journal.find(first.id)).not.toBeNull()
  await journal.settle(third, 'delivered')
  const deleted = (await leads('delete', second.id, '--with-consent')).stdout.split('\n')
  expect(deleted[0]?.split(': ')[0]).toBe('Other versions of this booking that are deleted, too')
  expect(new Set(deleted[0]?.slice(0, -1).split(': ')[1]?.split(', '))).toEqual(
    new Set([first.id, third.id]),
  )
  expect(deleted[1]).toBe(`${second.id} is deleted from the journal, with its proof of consent.`)
  const left = async (table: string) =>
    (await journal.store.read(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id)
  const all = [first, second, third].map(({ id }) => id).sort()
  expect([await left('leads'), await left('consents')]).toEqual([[other.id], [other.id]])
  expect([await left('erased_leads'), await left('erased_consents')]).toEqual([all, all])
})

type LeadLink = { id: string; replaces: string | null }

describe('a journal that was written by something else', () => {
  const escapes = '\u001b]0;x\u0007\u009b31m\u202e'
  const insert = (id: string, createdAt: number, payload: string) =>
    journal.store.write(
      `INSERT INTO leads (id, thread, version, kind, state, payload, extras, attempts, outcome, give_up_at, created_at)
       VALUES ($1, $1, 0, 'booking', 'dead', $2, $3, 1, $4, 0, $5) RETURNING id`,
      [
        id,
        payload,
        JSON.stringify({ consent: escapes, attribution: { utm_source: escapes } }),
        escapes,
        createdAt,
      ],
    )

  it('cannot make a command print control characters or fail, whatever times it has', async () => {
    const payload = JSON.stringify({ fullName: `Ana${escapes}`, phoneNumber: '5095550147' })
    const id = `a1${escapes}`
    await insert(id, 9e18, payload)
    await journal.store.write(
      `INSERT INTO consents (id, kind, name, phone, email, page, version, created_at)
       VALUES ($1, 'booking', $2, '5095550147', NULL, $2, $2, 9000000000000000000) RETURNING id`,
      [id, `Ana\nPhone: 911${escapes}`],
    )
    const commands = [
      ['list'],
      ['list', '--json'],
      ['show', id],
      ['show', `missing ${escapes}`],
      ['find', '5095550147'],
      ['consent', '5095550147'],
      ['consent', '5095550147', '--json'],
      ['report'],
      ['report', '--csv'],
      ['export'],
      ['delete', id],
    ]
    for (const command of commands) {
      const { stdout, stderr } = await leads(...command)
      const printed = (stdout + stderr).replaceAll(/\r?\n/g, '')
      expect([command, printed.match(/[\p{Cc}\u202e]/gu)]).toEqual([command, null])
      expect(printed).not.toBe('')
    }
    expect((await leads('consent', '5095550147')).stdout).toMatch(
      /^Name: {5}Ana Phone: 911[^\n]*\n[\s\S]*\nTime: {5}9000000000000000000\n/,
    )
  })

  it.each(['', 'Ana Ruiz, 5095550147', '"5095550147"', '["5095550147"]', '{"Phone": 5095550147'])(
    'has its lead shown, found, exported and deleted with the data %j',
    async (text) => {
      await insert('a1', Date.parse('2026-11-20T20:00:00Z'), text)
      await insert('b1', Date.parse('2026-11-20T20:00:00Z'), '{"fullName":"Bo"}')
      const shown = JSON.parse((await leads('show', 'a1')).stdout)
      expect([shown.payload, shown.extras.consent]).toEqual([text, escapes])
      const found = text.includes('5095550147') ? ['a1'] : []
      expect(idsIn(await leads('find', '5095550147', '--json'))).toEqual(found)
      const { stdout: csv } = await leads('export')
      expect(csv).toContain('"Bo"')
      expect(csv).toContain(`,"${text.replaceAll('"', '""')}"\r\n`)
      expect((await leads('delete', 'a1')).stdout).toBe('a1 is deleted from the journal.\n')
      expect(await journal.find('a1')).toBeNull()
    },
  )

  it.each([
    '{"attribution":null}',
    '{"attribution":"google"}',
    '{"attribution":{"utm_source":{"a":1}}}',
  ])('has its lead counted and exported with the attribution %s', async (extras) => {
    await insert('a1', Date.parse('2026-11-20T20:00:00Z'), '{"fullName":"Bo"}')
    await journal.store.write('UPDATE leads SET extras = $1 RETURNING id', [extras])
    for (const command of ['report', 'report --by utm_source', 'report --csv', 'export'])
      expect(await leads(...command.split(' '))).toMatchObject({ code: 0 })
  })

  it('has its lead deleted whatever its kind and its values are', async () => {
    await insert('a1', 0, '{"fullName": 5, "phoneNumber": {}}')
    await journal.store.write("UPDATE leads SET kind = 'other' RETURNING id")
    await insert('b1', 0, '{"fullName": 5, "phoneNumber": {}}')
    for (const id of ['a1', 'b1']) expect((await leads('delete', id)).code).toBe(0)
    expect((await leads('list')).stdout).toBe('No leads.\n')
  })

  it('has its leads in the list and in the report, each with the time that it has', async () => {
    await insert('a1', 9e18, '{}')
    await insert('b1', Date.parse('2026-11-20T20:00:00Z'), '{}')
    expect(JSON.parse((await leads('list', '--json')).stdout)).toMatchObject([
      { id: 'b1', createdAt: '2026-11-20T20:00:00.000Z' },
      { id: 'a1', createdAt: '9000000000000000000' },
    ])
    const { stdout } = await leads('report')
    expect(stdout).toContain('Received from 2026-11-20 to 2026-11-20, in Pacific Time.')
    expect(stdout).toMatch(/\n2026-11-20 +0 +1\nunknown +0 +1\n/)
  })
})

it('leads are exported since a day, and reported in a file for a browser', async () => {
  await recordFailed()
  expect((await leads('export')).stdout.split('\r\n')).toHaveLength(3)
  expect((await leads('export', '--since', '2099-01-01')).stdout.split('\r\n')).toHaveLength(2)
  const path = join(temporaryFolder('report'), 'leads.html')
  expect((await leads('report', '--html', path)).stdout).toBe(
    `Wrote ${path}. Open it in a browser.\n`,
  )
  expect(readFileSync(path, 'utf8')).toContain('<h1>Leads of ')
})

it('a terminal shows how many leads a report, an export and an import have read', async () => {
  for (let count = 0; count < 3; count++) await recordFailed()
  const folder = temporaryFolder('progress')
  const backup = join(folder, 'leads.db')
  await journal.store.backup(backup)
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(process.stderr, 'isTTY'))
  const line = (what: string, ...counts: number[]) =>
    `${counts.map((count) => `\r${what}: ${count}`).join('')}\r\u001b[2K`
  expect((await leads('report')).stderr).toBe(line('Counted leads', 3))
  const twice = line('Leads that are read', 3).repeat(2)
  expect((await leads('export', '--out', join(folder, 'leads.csv'))).stderr).toBe(twice)
  expect((await leads('import', backup)).stderr).toBe(line('Rows that are read', 3, 6))
})

it('leads are exported to a new file that others cannot read', async () => {
  await recordFailed()
  const folder = temporaryFolder('export')
  const path = join(folder, 'leads.csv')
  const { stdout: csv } = await leads('export')
  expect(await leads('export', '--out', path)).toEqual({
    code: 0,
    stdout: `Wrote ${path}. Only its owner can read it.\n`,
    stderr: '',
  })
  expect(readFileSync(path, 'utf8')).toBe(csv)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await leads('export', '--out', path)).toEqual(refused(`${path} exists: name a new file.`))
  const inNoFolder = join(folder, 'none', 'leads.csv')
  expect(await leads('export', '--out', inNoFolder)).toEqual(
    refused(`Cannot write ${inNoFolder}: ENOENT.`),
  )
})

it('one lead, or all that wait, are made due, and others are not', async () => {
  const [first] = [await recordFailed(), await recordFailed()]
  expect(await leads('redeliver', first)).toEqual({
    code: 0,
    stderr: '',
    stdout: `${first} is due now. ${whenSent}`,
  })
  expect((await journal.leaseNextDue(['booking']))?.id).toBe(first)
  expect((await leads('redeliver')).stdout).toBe(areDue(1))
  expect(await leads('redeliver', first)).toEqual(
    refused(`${first} is not pending or dead: its state is leased.`),
  )
})

it('waiting leads are made due in order or so many a minute, for no longer than one may wait', async () => {
  for (let count = 0; count < 2; count++) await recordFailed()
  expect((await leads('redeliver', '--oldest-first')).stdout).toBe(areDue(2, 'oldest'))
  expect((await leads('redeliver', '--per-minute', '3')).stdout).toBe(
    'Leads that become due, 3 a minute, the newest first: 2. A running server sends them. To send the rest at once, run it again without --per-minute.\n',
  )
  const many = Array.from(
    { length: 4319 },
    (_, n) => `('${n}', '${n}', 0, 'booking', 'dead', '{}', 1, 0, ${Date.now()})`,
  )
  await journal.store.write(
    `INSERT INTO leads (id, thread, version, kind, state, extras, attempts, give_up_at, created_at)
     VALUES ${many} RETURNING id`,
  )
  expect(await leads('redeliver', '--per-minute', '1')).toEqual(
    refused('4321 leads would take longer than 72 hours: give --per-minute 2 or more.'),
  )
  expect((await leads('redeliver', '--per-minute', '2')).stdout).toMatch(/ first: 4321\. /)
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
  const older = (count: number) =>
    `Older leads that are not sent: ${count}. To send them too, add --since, such as --since 30d.\n`
  expect((await leads('redeliver')).stdout).toBe(areDue(1) + older(2))
  expect(await states()).toEqual(['pending', 'dead', 'dead'])
  expect((await leads('redeliver', '--since', '30d')).stdout).toBe(areDue(2) + older(1))
  expect(await states()).toEqual(['pending', 'pending', 'dead'])
  expect((await leads('redeliver', '--since', '180d')).stdout).toBe(areDue(3))
})

describe('a journal', () => {
  const noJournalAt = (name: string) =>
    `There is no journal at ${name}. Check DATABASE_URL, or start the server: it creates one.`

  it('that does not exist or answer is named, and not created', async () => {
    withoutJournal()
    expect(await leads()).toEqual(refused('There is no journal. Set DATABASE_URL.'))
    const path = join(temporaryFolder('none'), 'leads.db')
    vi.stubEnv('VERCEL', undefined)
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect(await leads()).toEqual(refused(noJournalAt(path)))
    expect(existsSync(path)).toBe(false)
    const name = 'postgres://127.0.0.1:1/leads'
    vi.stubEnv('DATABASE_URL', name)
    expect(await leads()).toEqual(
      refused(`The journal ${name} failed: connect ECONNREFUSED 127.0.0.1:1.`),
    )
  })

  it.each([
    'list',
    'show ID',
    'redeliver',
    'release ID',
    'find ana@ruiz.com',
    'consent ana@ruiz.com',
    'delete ID',
    'export',
    'backup FILE',
    'restore FILE',
    'set-aside',
    'import FILE',
    'purge',
    'report',
  ])('in a folder that does not exist is not created by %s', async (command) => {
    const folder = join(temporaryFolder('none'), 'none')
    const backup = join(temporaryFolder('backup'), 'backup.db')
    await journal.store.backup(backup)
    vi.stubEnv('DATABASE_URL', `file:${folder}/leads.db`)
    const args = command.replace('FILE', command.startsWith('backup') ? `${folder}.db` : backup)
    const sentence =
      command === 'restore FILE'
        ? `There is no folder ${folder}. Check DATABASE_URL.`
        : noJournalAt(`${folder}/leads.db`)
    expect(await leads(...args.split(' '))).toEqual(refused(sentence))
    expect(existsSync(folder)).toBe(false)
  })

  it('is not created in PostgreSQL, which has its own tools to restore a backup', async () => {
    const database = await postgresDatabase()
    vi.stubEnv('DATABASE_URL', database.url)
    const name = database.url.replace('leads:leads@', '')
    expect(await leads()).toEqual(refused(noJournalAt(name)))
    expect(await database.query("SELECT to_regclass('leads') AS leads")).toEqual([{ leads: null }])
    const shared = Journal.open(openDatabase(database.url))
    await shared.store.check()
    expect(await leads('restore', 'copy.db')).toEqual(
      refused(
        'The journal is a PostgreSQL database: restore it with pg_restore. Then run: npm run leads -- set-aside',
      ),
    )
    await shared.store.close()
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
      expect(readFileSync(args, 'utf8').split('\n')).toEqual([
        'leads',
        '--format=custom',
        '--no-password',
        `--file=${file}`,
        `--dbname=${address}?sslmode=disable`,
        '',
      ])
      expect(readFileSync(file, 'utf8')).toBe('dump\n')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await leads('backup', file)).toEqual(refused(`${file} exists: name a new file.`))

      const other = join(bin, 'other.dump')
      install('echo "pg_dump: error: aborting because of server version mismatch" >&2; exit 1')
      expect(await leads('backup', other)).toEqual(
        refused('pg_dump: error: aborting because of server version mismatch'),
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
    expect(await leads('backup', path)).toEqual({
      code: 0,
      stdout: `Copied the journal ${url.slice('file:'.length)} to ${path}.\n`,
      stderr: '',
    })
    expect(await leads('backup', path)).toEqual(refused(`${path} exists: name a new file.`))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    vi.stubEnv('DATABASE_URL', `file:${path}`)
    expect((await leads('list', '--state', 'leased')).stdout.match(/leased/g)).toHaveLength(20)
  })

  /** What a restore says of the leads that it deleted again, and of the one that it does not send. */
  const settled = (deleted: number, waiting: string) => [
    `Leads that were deleted after the backup, and are deleted again: ${deleted}.`,
    'Leads that waited in the backup, and are not sent: 1.',
    expect.stringMatching(/^state +id +kind +attempts +outcome /),
    expect.stringMatching(/^[- ]+$/),
    expect.stringMatching(new RegExp(`^dead +${waiting} +booking +1 +restored `)),
    'They may have been delivered since. For each that the webhook did not get, run: npm run leads -- redeliver ID',
    '',
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
      const { PATH = '', HOME = '' } = process.env
      const env = { PATH, HOME, NODE_ENV: 'production' as const, DATABASE_URL: `file:${path}` }
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
      return stdout
    }

    /** Runs a command in this process, after which the file is in use. */
    async function leadsAt(path: string, ...args: string[]) {
      vi.stubEnv('DATABASE_URL', `file:${path}`)
      return leads(...args)
    }

    const receivedAt = async (id: string) =>
      new Date((await journal.find(id))?.createdAt ?? 0).toISOString()

    const statesAt = async (path: string) => {
      const { stdout } = await leadsAt(path, 'list', '--json')
      const listed: { id: string; state: string }[] = JSON.parse(stdout)
      return Object.fromEntries(listed.map(({ id, state }) => [id, state]))
    }

    it('sends nothing by itself, and brings no deleted lead back', async () => {
      const [failed, deletedSince] = [await recordFailed(), await recordFailed()]
      await leads('backup', backup)
      const received = await recordFailed()
      await leads('backup', path)
      await run(path, 'delete', deletedSince, '--with-consent')
      const restored = (await run(path, 'restore', backup)).split('\n')
      const previous = /^The journal before is in (\S+)\. Delete/.exec(restored[1] ?? '')?.[1] ?? ''
      expect(restored).toEqual([
        `Restored ${path} from ${backup}. Leads in it: 1. The newest: ${await receivedAt(failed)}.`,
        `The journal before is in ${previous}. Delete it when you no longer need it.`,
        ...settled(1, failed),
      ])
      expect(await statesAt(previous)).toEqual({ [failed]: 'pending', [received]: 'pending' })
      expect(statSync(path).mode & 0o777).toBe(0o600)

      // The next restore knows what was deleted before this one, also of a journal that a newer version has changed.
      const file = new Libsql(path)
      file.exec('INSERT INTO journal_version VALUES (99, 99)')
      file.close()
      expect((await run(path, 'restore', backup)).split('\n').slice(2)).toEqual(settled(1, failed))

      expect(await statesAt(path)).toEqual({ [failed]: 'dead' })
      expect(idsIn(await leadsAt(path, 'consent', '5095550147', '--json'))).toEqual([failed])
      expect((await leadsAt(path, 'redeliver')).stdout).toBe(areDue(0))
      expect((await leadsAt(path, 'redeliver', failed)).code).toBe(0)
      expect(await statesAt(path)).toEqual({ [failed]: 'pending' })
    })

    it('by other means is set aside in place, with its list of deleted leads, unless a server uses it', async () => {
      const [failed, deleted] = [await recordFailed(), await recordFailed()]
      const erased = 'INSERT INTO erased_leads (id, erased_at) VALUES ($1, 1)'
      await journal.store.write(erased, [deleted])
      const used = url.slice('file:'.length)
      const states = await statesAt(used)
      await expect(run(used, 'set-aside')).rejects.toMatchObject(
        refused(`${used} is in use. Stop the server, then set its leads aside.`),
      )
      expect(await statesAt(used)).toEqual(states)
      await leads('backup', path)
      expect((await run(path, 'set-aside')).split('\n')).toEqual(settled(1, failed))
      expect(await statesAt(path)).toEqual({ [failed]: 'dead' })
    })

    it('can be a backup without leads, of which ops are warned', async () => {
      await leads('backup', backup)
      await recordFailed()
      await leads('backup', path)
      expect(await leadsAt(path, 'restore', backup)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          `^Restored ${path} from ${backup}. Leads in it: 0. The newest: none.\n`,
        ),
        stderr: 'The backup has no leads. Check whether it is the one that you mean.\n',
      })
    })

    it('is refused while a server uses it, or without a backup', async () => {
      const [text, none] = [join(folder, 'text.db'), join(folder, 'none.db')]
      await leads('backup', backup)
      writeFileSync(text, 'no database')
      const used = url.slice('file:'.length)
      await expect(run(used, 'restore', backup)).rejects.toMatchObject({
        ...refused(`${used} is in use. Stop the server, then restore.`),
      })
      for (const [journalPath, file, error] of [
        [used, none, `There is no file ${none}.`],
        [path, text, `${text} is not a backup of a journal.`],
      ] as const)
        expect(await leadsAt(journalPath, 'restore', file)).toEqual(refused(error))
      expect(readdirSync(folder).sort()).toEqual(['backup.db', 'text.db'])
    })

    it('can have been damaged, and ops read which leads may be back', async () => {
      const failed = await recordFailed()
      await leads('backup', backup)
      writeFileSync(path, 'damaged')
      const [first, previous, ...rest] = (await run(path, 'restore', backup)).split('\n')
      expect(first).toMatch(`Restored ${path} from ${backup}. Leads in it: 1. The newest: `)
      expect(previous).toMatch(
        /^The journal before is in \S+\. Delete it when you no longer need it\.$/,
      )
      expect(rest).toEqual([
        'The journal before is not readable. Leads that were deleted after the backup may be back: delete them again.',
        ...settled(0, failed),
      ])
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
    const question = `This ends the attempts of all leads that wait in ${name}. If it was just restored, and no server uses it, enter yes:\n`
    for (const answer of ['', 'y\n'])
      expect(await leadsWithInput(answer, 'set-aside')).toEqual({
        code: 1,
        stdout: '',
        stderr: `${question}Nothing was changed. Enter yes, or add --yes.\n`,
      })
    expect((await shared.find(lead.id))?.state).toBe('pending')
    const { code, stdout, stderr } = await leadsWithInput('yes\n', 'set-aside')
    expect([code, stdout.split('\n'), stderr]).toEqual([0, settled(0, lead.id), question])
    expect(await leads('set-aside', '--yes')).toMatchObject({ code: 0, stderr: '' })
  })
})

it.skipIf(process.platform === 'win32')(
  'export ends quietly when the reader of its output has read enough',
  async () => {
    for (let count = 0; count < 40; count++)
      await receive(journal, newLead({ payload: { Name: 'x'.repeat(20_000) } }), {
        reason: 'honeypot',
      })
    const { PATH = '', HOME = '' } = process.env
    const pipe = `node ${program} export | head -n 1`
    const env = { PATH, HOME, NODE_ENV: 'production' as const, DATABASE_URL: url }
    const run = promisify(execFile)('bash', ['-o', 'pipefail', '-c', pipe], { env })
    expect(await run).toEqual({ stdout: expect.stringMatching(/^\uFEFF"id","kind"/), stderr: '' })
  },
)
