import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal, openStore } from '@/lib/leads/server/journal/journal'
import type { LeadRecord, LeasedLead } from '@/lib/leads/server/journal/records'
import { type Database, sqlite } from '../../../support/database'
import { WebhookReceiver } from '../../../support/webhook-receiver'

let receiver: WebhookReceiver
let database: Database
/** The journal that a running server has open at the same time. */
let journal: Journal
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
  database = sqlite()
  journal = new Journal(openStore(database.url))
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

async function leads(...args: string[]) {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text
      return true
    })
  // In production each run is a new process, which opens the journal itself.
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('plumbing-xperience'))
  const { runCommand } = await import('@/lib/leads/server/cli')
  const code = await runCommand(args)
  vi.restoreAllMocks()
  return { code, ...written }
}

async function record(change: Partial<LeadRecord> = {}): Promise<LeasedLead> {
  const entry = await journal.record({
    id: randomUUID(),
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
      'export',
      'purge',
      'stats',
      'test callback|booking [URL]',
      'help',
    ])
      expect(stdout).toMatch(
        new RegExp(
          `^  ${command.replace(/[[\]|]/g, '\\$&')} +[A-Z].*\\.\\n +npm run leads -- ${command.split(' ')[0]}\\b`,
          'm',
        ),
      )
  })

  it('says what each state means', async () => {
    const { stdout } = await leads('help')
    const [, states = ''] = stdout.split('States:\n')
    expect(
      states.match(/^ {2}\w+ +[A-Z].*\.$/gm)?.map((line) => line.trim().split(' ')[0]),
    ).toEqual(['pending', 'leased', 'delivered', 'suspect', 'dead'])
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
    expect(await leads()).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no journal. Set DATABASE_URL.\n',
    })
  })
})

it('names DATABASE_URL when the database does not answer', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/leads')
  expect(await leads()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The journal failed: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.\n',
  })
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
    [['list', 'dead'], 'list does not take dead.'],
    [['show', 'a1', 'b2'], 'show does not take b2.'],
  ])('%j is refused in one sentence', async (args, sentence) => {
    expect(await leads(...args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
  })
})

it.each(['show', 'release'])('%s without an id prints its usage', async (name) => {
  expect(await leads(name)).toEqual({
    code: 1,
    stdout: '',
    stderr: `An id is missing. Usage: npm run leads -- ${name} ID\n`,
  })
})

it('releases a suspect lead once', async () => {
  const id = randomUUID()
  const extras = { consent: '2026-11' }
  await journal.recordSuspect({ id, kind: 'booking', payload: {}, extras })
  expect(await leads('release', id)).toMatchObject({ code: 0, stderr: '' })
  expect(await journal.find(id)).toMatchObject({ state: 'pending' })
  expect(await leads('release', id)).toMatchObject({
    code: 1,
    stderr: `There is no suspect lead ${id}.\n`,
  })
})

describe('redeliver', () => {
  it('sends one lead, or all pending leads', async () => {
    const [first] = [await recordFailed(), await recordFailed(), await recordFailed()]
    expect(await leads('redeliver', first)).toMatchObject({ code: 0, stderr: '' })
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first])
    const all = await leads('redeliver')
    expect(all).toMatchObject({ code: 0, stderr: '' })
    expect(all.stdout).toContain('2 of 2 delivered.\n')
    const states: string[] = []
    for await (const page of journal.pages()) states.push(...page.map(({ state }) => state))
    expect(states).toEqual(['delivered', 'delivered', 'delivered'])
  })

  it('prints why each lead was not delivered', async () => {
    const [refused, unsent] = [await recordFailed(), await recordFailed({ kind: 'booking' })]
    receiver.respondWith(404)
    const { code, stdout, stderr } = await leads('redeliver')
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n').sort()).toEqual(
      [
        `${refused} was not delivered: rejected.`,
        `${unsent} was not sent: BOOKING_WEBHOOK_URL is not set.`,
        'To see what a webhook answers: npm run leads -- test callback, or test booking.',
      ].sort(),
    )
    expect(stdout).toContain('0 of 2 delivered.\n')
  })

  it('prints why it does not send a lead', async () => {
    const { id } = await record()
    expect(await leads('redeliver', id)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${id} was not sent: another process is sending it.\n`,
    })
    const delivered = await record()
    await journal.settle(delivered, 'delivered')
    expect((await leads('redeliver', delivered.id)).stderr).toBe(
      `${delivered.id} was not sent: its state is delivered.\n`,
    )
    expect((await leads('redeliver', 'unknown-id')).stderr).toBe('There is no lead unknown-id.\n')
  })

  it('does not send a lead that another process has just leased', async () => {
    vi.stubEnv('DELIVERY_CONCURRENCY', '1')
    const [first, second] = [await recordFailed(), await recordFailed()]
    let other = ''
    receiver.respondByDefault(() => {
      other = receiver.received[0]?.headers['webhook-id'] === first ? second : first
      void journal.leaseById(other)
      return 'accept'
    })
    const { code, stderr } = await leads('redeliver')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${other} was not sent: another process is sending it.\n`,
    })
  })
})
