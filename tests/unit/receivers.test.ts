import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callbackTime, demoLength } from '@/lib/content/demo'
import { sendOnce } from '@/lib/leads/send'
import { site as product } from '@/lib/site'
import { readWorkflow, runCode, runCodeNode } from '../support/receiver/n8n-workflow'
import { WebhookReceiver } from '../support/receiver/webhook-receiver'
import { root } from '../support/site/site'

/**
 * Runs the code for receivers in docs/receivers on a real delivery and on an example, whose signature standardwebhooks makes as well.
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

/** Not that of the other tests. */
const { zone } = await vi.importActual<typeof import('@/lib/dates/zone')>('@/lib/dates/zone')

/** A delivery of this body, as the site signs it at this time. */
function signed(body: string, id = 'lead-1', sentAt = new Date()): Delivery {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
  return { headers, body }
}

/** Returns the name in the lead. */
async function inN8n(delivery: Delivery, whsec = secret) {
  return (await checkInN8n(delivery, whsec)).name
}

async function checkInN8n({ headers, body }: Delivery, whsec = secret) {
  const input = [{ headers, secret: whsec, from: 'px@example.com', owner: 'owner@example.com' }]
  const [{ json }] = await runCodeNode('Check the signature', { input, body })
  return json
}

async function inZapier(delivery: Delivery, whsec = secret) {
  return (await checkInZapier(delivery, whsec)).name
}

/** The keys in the store of Zapier. */
const stored = new Map<string, string>()

const StoreClient = () => ({
  get: async (key: string) => stored.get(key) ?? null,
  set: async (key: string, value: string) => void stored.set(key, value),
})

async function checkInZapier({ headers, body }: Delivery, whsec = secret) {
  const inputData = {
    body,
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
    test: headers['webhook-test'],
    replaces: headers['webhook-replaces'],
    called: headers['webhook-called'],
  }
  const [code = ''] = blocksOf('zapier.md')
  return runCode(code.replace('whsec_…', whsec), { inputData, StoreClient })
}

const receivers = [
  ['n8n', inN8n],
  ['Zapier', inZapier],
] as const

it.each(receivers)(
  'the code for %s accepts a lead of this site, also while the secret is changed, and the example for Make',
  async (_, receive) => {
    expect(await receive(delivery)).toBe('Ana O’Brien')
    const { value = '', ...headers } = example
    vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await receive({ headers, body: value })).toBe('Ana Ruiz')
  },
)

it.each(receivers)(
  'the code for %s rejects another body or signature, what is sent again later, and every lead until its secret is filled in',
  async (_, receive) => {
    const { headers, body } = delivery
    const signedBy = (signature: string) => ({
      headers: { ...headers, 'webhook-signature': `v1,${signature}` },
      body,
    })
    // What a stranger can sign with no key.
    const unkeyed = createHmac('sha256', '')
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64')
    for (const [sent, error, whsec] of [
      [{ headers, body: body.replace('Ana', 'Eve') }, 'The signature is wrong', secret],
      [signedBy(btoa('x'.repeat(32))), 'The signature is wrong', secret],
      [signed(body, 'lead-1', new Date(Date.now() - 600_000)), 'The request is too old', secret],
      [signedBy(unkeyed), 'Fill in the secret', 'whsec_…'],
      [signedBy(unkeyed), 'Fill in the secret', ''],
    ] as const)
      await expect(receive(sent, whsec)).rejects.toThrow(error)
  },
)

/** What Make's `replace` does with a regular expression. */
function replaceAsMake(text: string, formula: string | undefined, name: string): string {
  const [, expression = '', flags] = /"\/(.+)\/(g?)"; ""/.exec(formula ?? '') ?? []
  if (!expression) throw new Error(`The formula of ${name} has no regular expression`)
  return text.replace(new RegExp(expression, flags), '')
}

it.each([
  ['Ana Ruiz', '(509) 555-0147', 'Ana', '0147'],
  ["José-María O'Neil", '+1 509 555-01-48', 'José-María', '0148'],
  ['Thảo', '5095550149', 'Thảo', '0149'],
  ['Claim Your Prize at evil-prize.com within one hour', '5095550147', 'Claim', '0147'],
  ['evil-prize.com has your prize', '5095550147', 'there', '0147'],
  // Several words in one.
  ['Visit-Evil-Prize-Dot-Com now', '5095550147', 'there', '0147'],
  ["You've-Won", '5095550147', 'there', '0147'],
  ["D'Arcy", '5095550147', "D'Arcy", '0147'],
  ['-', '5095550147', 'there', '0147'],
  ['Dr. Ana Ruiz', '5095550147', 'there', '0147'],
  // Letters that look like a space, a dot, and letters of another script.
  ['Claim\u3164your\u3164prize', '5095550147', 'there', '0147'],
  ['evil\ua4f8com', '5095550147', 'there', '0147'],
  ['\u0435vil', '5095550147', 'there', '0147'],
  ['a'.repeat(31), '5095550147', 'there', '0147'],
])(
  'the mail to a visitor called %s at %s greets %s, and shows %s of the number',
  async (fullName, phoneNumber, greeted, lastDigits) => {
    const sent = signed(JSON.stringify({ fullName, phoneNumber, preferredDate: '2026-12-05' }))
    for (const checkIn of [checkInN8n, checkInZapier])
      expect(await checkIn(sent)).toMatchObject({ greeted, lastDigits })
    const word = replaceAsMake(fullName.split(' ')[0] ?? '', formulas.greeted, 'greeted')
    const inMake = [word || 'there', replaceAsMake(phoneNumber, formulas.lastDigits, 'lastDigits')]
    expect(inMake).toEqual([greeted, lastDigits])
  },
)

it.each([
  [zone.id, zone.words],
  ['America/New_York', 'Eastern Time'],
  ['America/Chicago', 'Central Time'],
  ['America/Denver', 'Mountain Time'],
])('the mails about a demo in %s say %s', async (timezone, words) => {
  const demo = { preferredDate: '2026-12-05', preferredTime: '12:30 PM', timezone }
  for (const checkIn of [checkInN8n, checkInZapier])
    expect(await checkIn(signed(JSON.stringify(demo)))).toMatchObject({ time: `12:30 PM ${words}` })
  // In Make, each value is followed by the result for it.
  expect(formulas.zone).toMatch(/^\{\{switch\(4\.timezone; .*; 4\.timezone\)\}\}$/)
  expect(formulas.zone).toContain(`; "${timezone}"; "${words}"; `)
})

it('the mails promise what the pages promise', () => {
  const inMake = blocksOf('make.md').find((block) => block.startsWith('Hello'))
  for (const mails of [
    JSON.stringify(readWorkflow().nodes.map(({ parameters }) => parameters.text)),
    String(inMake),
  ])
    expect(new Set(mails.match(/[\d-]+ (?:hours|minutes)/g))).toEqual(
      new Set([callbackTime, demoLength]),
    )
})

it('the mail of n8n to a visitor has no other words of his but the day, the time, and the mailbox', () => {
  const visitorMail = readWorkflow().nodes.find(({ name }) => name === 'Mail to the visitor')
  const used = [...JSON.stringify(visitorMail?.parameters).matchAll(/\$json\.(\w+)/g)]
  const words = 'callsFrom day email from greeted lastDigits owner product replaces time'
  expect([...new Set(used.map(([, name]) => name))].sort().join(' ')).toBe(words)
})

it('the mail of n8n to the owner has the link at which he tells that he called', () => {
  const ownerMail = readWorkflow().nodes.find(({ name }) => name === 'Mail to the owner')
  const lead = "$('Result for the visitor').first().json"
  expect(String(ownerMail?.parameters.text).split('\n').at(-1)).toBe(
    `{{ ${lead}.called && 'Mark as called: ' + ${lead}.called }}`,
  )
})

describe('the code for Zapier gives the words of the mails', () => {
  const booking = {
    fullName: 'Ana Ruiz',
    email: 'ana@ruiz.com',
    phoneNumber: '(509) 555-0147',
    preferredDate: '2026-12-05',
    preferredTime: '12:30 PM',
    timezone: zone.id,
    source: product.name,
  }
  const id = '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10'

  async function check(lead: object, test: Record<string, string> = {}) {
    const { headers, body } = signed(JSON.stringify(lead), id)
    return checkInZapier({ headers: { ...headers, ...test }, body })
  }

  it('of a booking, until it is remembered', async () => {
    onTestFinished(() => stored.clear())
    const expected = {
      record: '3f0e5f1c8d5f4c519a0e5b6a4f7d2c1',
      isNew: 'yes',
      mailVisitor: 'yes',
      title: 'Demo booked',
      name: 'Ana Ruiz',
      phone: '(509) 555-0147',
      greeted: 'Ana',
      lastDigits: '0147',
      email: 'ana@ruiz.com',
      product: product.name,
      day: 'Saturday, December 5, 2026',
      time: `12:30 PM ${zone.words}`,
      details: `fullName: Ana Ruiz
email: ana@ruiz.com
phoneNumber: (509) 555-0147
preferredDate: 2026-12-05
preferredTime: 12:30 PM
timezone: ${zone.id}
source: ${product.name}
id: 3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10`,
    }
    expect(await check(booking)).toEqual(expected)
    const [, remember = ''] = blocksOf('zapier.md')
    await runCode(remember, { inputData: { record: expected.record }, StoreClient })
    expect(await check(booking)).toEqual({ ...expected, isNew: 'no' })
  })

  it('of a callback and of a test, whose visitor gets no mail', async () => {
    expect(await check(lead)).toMatchObject({
      mailVisitor: 'no',
      title: 'Callback requested',
      phone: '',
      email: '',
      product: '',
      day: '',
      details: `Name: Ana O’Brien\nCompany: Ruiz & Sons\nid: ${id}`,
    })
    const { mailVisitor, title } = await check(booking, { 'webhook-test': 'true' })
    expect([mailVisitor, title]).toEqual(['no', 'Test: Demo booked'])
  })

  it('of a change, which names the demo that it replaces', async () => {
    const { title, details } = await check(booking, { 'webhook-replaces': 'lead-0' })
    expect([title, details.split('\n').at(-1)]).toEqual([
      'Demo changed',
      'This replaces the demo with the id lead-0.',
    ])
  })

  it('of the owner alone, with the link at which he tells that he called', async () => {
    const link = 'https://www.example.com/api/leads/called?id=lead-1'
    const { details, ...others } = await check(booking, { 'webhook-called': link })
    expect(details.split('\n').at(-1)).toBe(`Mark as called: ${link}`)
    expect(JSON.stringify(others)).not.toContain(link)
    const [toOwner, toVisitor] = [/^6\. [\s\S]*?^7\./m, /^9\. [\s\S]*?^10\./m].map(
      (step) => step.exec(read('zapier.md'))?.[0],
    )
    expect([toOwner?.includes('`details`'), toVisitor?.includes('`details`')]).toEqual([
      true,
      false,
    ])
    const ofMake = read('make.md').split(/^\d+\. /m)
    expect(ofMake.flatMap((step, index) => (step.includes('{{2.called}}') ? index : []))).toEqual([
      7,
    ])
  })
})

it('the formulas for Make give what the example says', () => {
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
