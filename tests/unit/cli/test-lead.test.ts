import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forms, leadKinds } from '@/lib/forms/forms'
import { outcomes } from '@/lib/leads/outcomes'
import { site as product } from '@/lib/site'
import { type Database, sqlite } from '../../support/database/database'
import { WebhookReceiver, type WebhookResponse } from '../../support/receiver/webhook-receiver'
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

/** The cells of each row of the table, without its head and what follows it. Cells are two spaces apart. */
const rows = (output: string) =>
  (output.split('\n\n')[0] ?? '')
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) => line.split(/ {2,}/))

describe('a test lead', () => {
  it('has the keys of a callback, says in its header that it is a test, and is signed', async () => {
    const secret = `whsec_${btoa('a secret of 24 bytes, ok')}`
    vi.stubEnv('WEBHOOK_SECRET', secret)
    const { code, stdout } = await leads('test', 'callback')
    expect(code).toBe(0)
    const ms = expect.stringMatching(/^\d+$/)
    expect(rows(stdout)).toEqual([['delivered', '200', ms, outcomes.delivered]])
    const [{ method, path, headers, body } = {}] = receiver.received
    expect([method, path]).toEqual(['POST', '/call-token-123'])
    expect(headers).toMatchObject({ 'webhook-test': 'true' })
    expect(new Webhook(secret).verify(body ?? '', headers as Record<string, string>)).toMatchObject(
      {
        Name: 'Test Lead',
        Phone: '5095550100',
        Email: 'test@example.com',
        Company: 'Test Lead',
        source: `${product.name}: ${sampleForm.source}`,
      },
    )
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

describe('the table', () => {
  const login = /^The receiver wants a login or a key/
  it.each<[WebhookResponse, string[], RegExp | string]>([
    [302, ['redirected', '302'], outcomes.redirected],
    [404, ['rejected', '404'], outcomes.rejected],
    ['switch', ['reset'], outcomes.reset],
    [401, ['rejected', '401'], login],
    [403, ['rejected', '403'], login],
    [{ ...page, body: '<!DOCTYPE html>' }, ['delivered', '200'], /^A web page answered/],
    [{ ...page, status: 404, body: '<html>' }, ['rejected', '404'], /^A web page answered/],
  ])('says what an answer of %o means', async (cue, cells, whatToDo) => {
    receiver.respondWith(cue)
    const { code, stdout } = await leads('test', 'callback')
    expect(code).toBe(1)
    const [row = []] = rows(stdout)
    expect(row).toEqual(expect.arrayContaining(cells))
    expect(row.at(-1)).toMatch(whatToDo)
  })

  it('names the secret first when it has signed, and is refused', async () => {
    vi.stubEnv('WEBHOOK_SECRET', `whsec_${btoa('a secret of 24 bytes, ok')}`)
    vi.stubEnv('ALERT_WEBHOOK_URL', receiver.url('/alert-token-123'))
    receiver.respondByDefault(() => 401)
    expect((await leads('test', 'callback')).stdout).toContain('its secret with WEBHOOK_SECRET')
    expect((await leads('test', 'alert')).stdout).not.toContain('WEBHOOK_SECRET')
  })

  it('does not show an answer, which can quote the address', async () => {
    receiver.respondWith({ status: 404, headers: {}, body: 'No POST /call-token-123' })
    expect((await leads('test', 'callback')).stdout.split('\n')).toHaveLength(4)
  })

  it('does not mistake the answer "ok", labeled as HTML, for a page', async () => {
    receiver.respondWith({ ...page, body: 'ok' })
    expect((await leads('test', 'callback')).code).toBe(0)
  })

  it('says that a test address of n8n takes one request only', async () => {
    const address = receiver.url('/webhook-test/token-123')
    const { code, stdout } = await run(address, 'test', 'callback', '-')
    expect(code).toBe(1)
    expect(rows(stdout)[0]?.at(-1)).toMatch(/^This is a test address of n8n/)
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
    'The address must be an http or https address without a password, such as https://example.com/hook',
  ],
  [
    'alert',
    'ALERT_WEBHOOK_URL is not set: set it, or give an address on standard input: npm run leads -- test alert - < FILE.',
  ],
])('"test %s" is refused in one sentence', async (line, sentence) => {
  vi.stubEnv('ALERT_WEBHOOK_URL', '')
  expect(await run('ftp://token-123', 'test', ...line.split(' '))).toEqual(refused(sentence))
})
