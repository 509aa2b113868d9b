import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, it } from 'vitest'
import { sendOnce } from '@/lib/leads/webhook'
import { root } from '../support/site'
import { WebhookReceiver } from '../support/webhook-receiver'

/** Runs the code in docs/receivers on a real delivery. */

const secret = `whsec_${btoa('the secret of the test 1')}`
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

function codeOf(page: string): string {
  const text = readFileSync(join(root, 'docs/receivers', page), 'utf8')
  return /^```\w+\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? ''
}

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor
const require = createRequire(import.meta.url)

function runIn(page: string, scope: Record<string, unknown>, self?: object): Promise<unknown> {
  const code = codeOf(page).replace('whsec_…', secret)
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

/** Evaluates the formulas with the meaning that Make's documentation gives to these three functions. */
async function inMake({ headers, body }: Delivery) {
  const variables: Record<string, unknown> = {
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    value: body,
  }
  const functions: Record<string, (...args: never[]) => unknown> = {
    get: (list: unknown[], index: string) => list[Number(index) - 1],
    map: (list: Record<string, string>[], value: string, key: string, wanted: string) =>
      list.filter((each) => each[key] === wanted).map((each) => each[value]),
    sha256: (text: string, encoding: 'base64', key: string, keyEncoding: 'base64') =>
      createHmac('sha256', Buffer.from(key, keyEncoding)).update(text).digest(encoding),
  }
  const evaluate = (formula: string): unknown => {
    const [, name = '', args = ''] = /^(\w+)\((.*)\)$/.exec(formula) ?? []
    if (name) {
      const parts = args.split(/; (?![^(]*\))/).map(evaluate)
      return functions[name]?.(...(parts as never[]))
    }
    return /^"(.*)"$/.exec(formula)?.[1] ?? variables[formula.replace(/^\d\./, '')] ?? formula
  }
  const code = codeOf('make.md').replace('SECRET', secret.replace('whsec_', ''))
  for (const [, name = '', text = ''] of code.matchAll(/^(\w+) = (.*)$/gm))
    variables[name] = text.replace(/\{\{(.*?)\}\}/g, (_, formula) => String(evaluate(formula)))
  if (!String(variables.signature).includes(String(variables.expected)))
    throw new Error('The signature is wrong')
  return JSON.parse(body)
}

it.each([
  ['n8n', inN8n, [{ json: { id: 'lead-1', ...lead } }]],
  ['Zapier', inZapier, { id: 'lead-1', ...lead }],
  ['Make', inMake, lead],
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
