import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { sendOnce } from '@/lib/leads/webhook'
import { root } from '../support/site'
import { WebhookReceiver } from '../support/webhook-receiver'

/**
 * Runs the code in docs/receivers on a real delivery and on an example, whose signature standardwebhooks makes as well.
 * Make's formulas run only in Make, so their page shows what they give for that example.
 */

const [formulas = {}, example = {}] = blocksOf('make.md').map(
  (block): Record<string, string> =>
    Object.fromEntries([...block.matchAll(/^([\w-]+) = (.*)$/gm)].map(([, ...pair]) => pair)),
)
const secret = /whsec_[\w+/=]+/.exec(read('make.md'))?.[0] ?? ''
const lead = { Name: 'Ana O’Brien', Company: 'Ruiz & Sons' }
type Delivery = { headers: Record<string, string>; body: string }
let delivery: Delivery

beforeAll(async () => {
  const receiver = await WebhookReceiver.start()
  const older = `whsec_${btoa('the secret of last year 1')}`
  await sendOnce({ id: 'lead-1', body: JSON.stringify(lead) }, receiver.url('/'), [older, secret])
  delivery = receiver.received[0] as unknown as Delivery
  await receiver.stop()
})

function read(page: string): string {
  return readFileSync(join(root, 'docs/receivers', page), 'utf8').replaceAll('\r\n', '\n')
}

function blocksOf(page: string): string[] {
  return [...read(page).matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor
const require = createRequire(import.meta.url)

function runIn(page: string, scope: Record<string, unknown>, self?: object): Promise<unknown> {
  const code = blocksOf(page).join().replace('whsec_…', secret)
  return new AsyncFunction('require', ...Object.keys(scope), code).call(
    self,
    require,
    ...Object.values(scope),
  )
}

function inN8n({ headers, body }: Delivery) {
  const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) }
  return runIn('n8n.md', { $input: { first: () => ({ json: { headers } }) } }, { helpers })
}

function inZapier({ headers, body }: Delivery) {
  const inputData = {
    body,
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
  }
  return runIn('zapier.md', { inputData })
}

it.each([
  ['n8n', inN8n, [{ json: { id: 'lead-1', ...lead } }]],
  ['Zapier', inZapier, { id: 'lead-1', ...lead }],
])(
  'the code for %s accepts a lead of this site, also while the secret is changed, and rejects another body or signature',
  async (_, receive, expected) => {
    expect(await receive(delivery)).toEqual(expected)
    const forged = { ...delivery, body: delivery.body.replace('Ana', 'Eve') }
    await expect(receive(forged)).rejects.toThrow('The signature is wrong')
    const headers = { ...delivery.headers, 'webhook-signature': `v1,${btoa('x'.repeat(32))}` }
    await expect(receive({ ...delivery, headers })).rejects.toThrow('The signature is wrong')
  },
)

it.each([
  ['n8n', inN8n],
  ['Zapier', inZapier],
])('the code for %s rejects a request that was sent again later', async (_, receive) => {
  const sentAt = new Date(Date.now() - 600_000)
  const headers = {
    'webhook-id': 'lead-1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('lead-1', sentAt, delivery.body),
  }
  await expect(receive({ ...delivery, headers })).rejects.toThrow('The request is too old')
})

it.each([
  ['n8n', inN8n, (id: string, fields: object) => [{ json: { id, ...fields } }]],
  ['Zapier', inZapier, (id: string, fields: object) => ({ id, ...fields })],
])('the code for %s accepts the example for Make', async (_, receive, output) => {
  const { value = '', ...headers } = example
  const id = headers['webhook-id'] ?? ''
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await receive({ headers, body: value })).toEqual(output(id, JSON.parse(value)))
})

it('the formulas for Make read the headers of a delivery, and give what the example says', () => {
  for (const name of ['id', 'timestamp', 'signature'] as const) {
    const header = `webhook-${name}`
    expect(delivery.headers).toHaveProperty(header)
    expect(formulas[name]).toBe(`{{get(map(1.headers; "value"; "name"; "${header}"); 1)}}`)
  }
  const { value = '', 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = example
  const signed = formulas.signed
    ?.replace('{{2.id}}', id)
    .replace('{{2.timestamp}}', timestamp)
    .replace('{{1.value}}', () => value)
  expect(example.signed).toBe(signed)
  // In Make, the arguments are the text, the encoding of the result, the key, and the encoding of the key.
  expect(formulas.expected).toBe('v1,{{sha256(3.signed; "base64"; "SECRET"; "base64")}}')
  const signature = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), value)
  expect([example.expected, example['webhook-signature']]).toEqual([signature, signature])
})
