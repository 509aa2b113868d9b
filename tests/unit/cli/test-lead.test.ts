import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forms, leadKinds } from '@/lib/forms/forms'
import { outcomes } from '@/lib/leads/outcomes'
import { site as product } from '@/lib/site'
import { type Database, sqlite } from '../../support/database/database'
import {
  type ReceivedRequest,
  WebhookReceiver,
  type WebhookResponse,
} from '../../support/receiver/webhook-receiver'
import { leadsWithInput, refused } from '../../support/site/cli'
import { sampleForm } from '../../support/visitor/visitor'

let receiver: WebhookReceiver
let database: Database
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
  database = sqlite()
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('CALLBACK_WEBHOOK_URL', receiver.url('/call-token-123'))
  vi.stubEnv('BOOKING_WEBHOOK_URL', receiver.url('/book-token-123'))
})
afterEach(async () => {
  await receiver.stop()
})

const leads = (...args: string[]) => run('', ...args)

async function run(input: string, ...args: string[]) {
  const result = await leadsWithInput(input, ...args)
  expect(`${result.stdout}${result.stderr}`).not.toMatch(/token-123|127\.0\.0\.1/)
  return result
}

/** What has come of a test, and the advice. */
const parts = (output: string) => {
  const [, outcome, status, advice] =
    /^(\w+)(?:, status (\d+))?, \d+ ms(?:, (?:not )?signed)?\. (.+)\n$/.exec(output) ?? []
  return { outcome, status, advice }
}

describe('a test lead', () => {
  it('has the keys of a callback, says in its header that it is a test, and is signed', async () => {
    const secret = `whsec_${btoa('a secret of 24 bytes, ok')}`
    vi.stubEnv('WEBHOOK_SECRET', secret)
    const { code, stdout } = await leads('test', 'callback')
    expect(code).toBe(0)
    expect(stdout).toContain(' ms, signed. ')
    const advice = outcomes.delivered
    expect(parts(stdout)).toEqual({ outcome: 'delivered', status: '200', advice })
    const headers = { 'webhook-test': 'true' }
    const post = { method: 'POST', path: '/call-token-123', headers }
    expect(receiver.received).toMatchObject([post])
    const [{ body, headers: sent }] = receiver.received as [ReceivedRequest]
    expect(new Webhook(secret).verify(body, sent as Record<string, string>)).toMatchObject({
      Name: 'Test Lead',
      Phone: '5095550100',
      Email: 'test@example.com',
      Company: 'Test Lead',
      source: `${product.name}: ${sampleForm.source}`,
    })
  })

  it('is never stored', async () => {
    receiver.respondWith(503)
    expect((await leads('test', 'callback')).code).toBe(1)
    expect(await database.query('SELECT name FROM sqlite_master')).toEqual([])
  })

  it('goes to the address on standard input instead, without a journal', async () => {
    vi.stubEnv('VERCEL', '1')
    vi.stubEnv('DATABASE_URL', '')
    const address = `${receiver.url('/new-token-123')}\n`
    expect((await run(address, 'test', 'booking', '-')).code).toBe(0)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/new-token-123'])
  })
})

const page = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }

describe('the output', () => {
  const login = /^The receiver wants a login or a key/
  it.each<[WebhookResponse, string, string | undefined, RegExp | string]>([
    [302, 'redirected', '302', outcomes.redirected],
    [404, 'rejected', '404', outcomes.rejected],
    ['switch', 'reset', undefined, outcomes.reset],
    [401, 'rejected', '401', login],
    [403, 'rejected', '403', login],
    [{ ...page, body: '<!DOCTYPE html>' }, 'delivered', '200', /^A web page answered/],
    [{ ...page, status: 404, body: '<html>' }, 'rejected', '404', /^A web page answered/],
  ])('says what an answer of %o means', async (cue, outcome, status, whatToDo) => {
    receiver.respondWith(cue)
    const { code, stdout, stderr } = await leads('test', 'callback')
    expect([code, stdout]).toEqual([1, ''])
    const { advice, ...rest } = parts(stderr)
    expect(rest).toEqual({ outcome, status })
    expect(advice).toMatch(whatToDo)
  })

  it('names the secret first when it has signed, and is refused', async () => {
    vi.stubEnv('WEBHOOK_SECRET', `whsec_${btoa('a secret of 24 bytes, ok')}`)
    vi.stubEnv('ALERT_WEBHOOK_URL', receiver.url('/alert-token-123'))
    receiver.respondByDefault(() => 401)
    expect((await leads('test', 'callback')).stderr).toContain('its secret with WEBHOOK_SECRET')
    expect((await leads('test', 'alert')).stderr).not.toContain('WEBHOOK_SECRET')
  })

  it('says that it has not signed, and of an alert nothing of it', async () => {
    vi.stubEnv('ALERT_WEBHOOK_URL', receiver.url('/alert-token-123'))
    expect((await leads('test', 'callback')).stdout).toContain(' ms, not signed. ')
    expect((await leads('test', 'alert')).stdout).not.toContain('signed')
  })

  const differ =
    ' The clocks of the receiver and of this machine differ by 5 min. At five minutes, receivers refuse signatures: compare `date` with another clock.'
  it.each([
    [30_000, ''],
    [300_000, differ],
    [-300_000, differ],
  ])('compares the clock of the receiver, which is ahead by %i ms', async (ms, sentence) => {
    const date = new Date(Date.now() + ms).toUTCString()
    receiver.respondWith({ status: 200, headers: { date }, body: '' })
    const { stdout } = await leads('test', 'callback')
    expect(parts(stdout).advice).toBe(outcomes.delivered + sentence)
  })

  it('does not show an answer, which can quote the address', async () => {
    receiver.respondWith({ status: 404, headers: {}, body: 'No POST /call-token-123' })
    expect(parts((await leads('test', 'callback')).stderr).advice).toBe(outcomes.rejected)
  })

  it('does not mistake the answer "ok", labeled as HTML, for a page', async () => {
    receiver.respondWith({ ...page, body: 'ok' })
    expect((await leads('test', 'callback')).code).toBe(0)
  })

  it('says that a test address of n8n takes one request only', async () => {
    const address = receiver.url('/webhook-test/token-123')
    const { code, stderr } = await run(address, 'test', 'callback', '-')
    expect(code).toBe(1)
    expect(parts(stderr).advice).toMatch(/^This is a test address of n8n/)
  })
})

it('sends a test alert, which names the site', async () => {
  vi.stubEnv('SITE_URL', 'https://www.example.com')
  vi.stubEnv('ALERT_WEBHOOK_URL', receiver.url('/alert-token-123'))
  expect((await leads('test', 'alert')).code).toBe(0)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/alert-token-123'])
  expect(receiver.onlyBody).toEqual({
    text: `${product.name} (www.example.com): This is a test. Nothing is wrong.`,
  })
})

const webhooks = new Set(leadKinds.toReversed().map((kind) => forms[kind].webhook))

it.each([
  ['email', `Say what to test: npm run leads -- test ${[...webhooks].join('|')}|alert [-]`],
  [
    'callback https://hooks.example/token-123',
    'Others can see an address on the command line. Give it on standard input: npm run leads -- test callback - < FILE',
  ],
  [
    'callback -',
    'The address must be one http or https address without a password, comma, or space, such as https://example.com/hook. Write a comma as %2C',
  ],
  [
    'alert',
    'ALERT_WEBHOOK_URL is not set: set it, or give an address on standard input: npm run leads -- test alert - < FILE.',
  ],
])('"test %s" is refused in one sentence', async (line, sentence) => {
  vi.stubEnv('ALERT_WEBHOOK_URL', '')
  expect(await run('ftp://token-123', 'test', ...line.split(' '))).toEqual(refused(sentence))
})
