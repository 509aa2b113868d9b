import 'server-only'
import { randomUUID } from 'node:crypto'
import { forms, type LeadKind, leadKinds } from '@/lib/forms/forms'
import { sampleValues } from '@/lib/forms/samples'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload } from '@/lib/leads/accept'
import { outcomes } from '@/lib/leads/outcomes'
import { messageOf, type SendResult, sendOnce, type WebhookMessage } from '@/lib/leads/send'
import { alertBody } from '@/lib/ops/alerts'
import { duration } from '@/lib/ops/conditions'
import { env, isTrialAddress, webhookOf, webhookUrl } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { print } from '../terminal'

/** By the name of the webhook, the first form that is sent to it: it has all the keys of the others. */
const testKinds = new Map<string, LeadKind>(
  leadKinds.toReversed().map((kind) => [forms[kind].webhook, kind]),
)

const testArgument = `${[...testKinds.keys()].join('|')}|alert [-]`

export const test: Command = {
  argument: testArgument,
  description:
    'Send a lead named "Test Lead" to a webhook. With -, sends it to the address on standard input. Stores nothing.',
  run: (args) => testWebhook(args),
}

function testMessage(kind: LeadKind, id: string): WebhookMessage {
  const checked = validateLead(kind, sampleValues(kind))
  if ('fields' in checked) throw new Error(`The test lead is invalid: ${JSON.stringify(checked)}`)
  const payload = buildPayload(checked.lead, new Date())
  const lead = { id, thread: id, kind, payload, extras: { consent: 'test' } }
  return messageOf({ ...lead, version: Date.now(), replaces: null }, env.bodyExtras)
}

function adviceFor(address: string, isSigned: boolean, { outcome, status, answer }: SendResult) {
  if (isTrialAddress(address))
    return 'This is a test address of n8n. It takes one request, then answers 404: set the production address.'
  if (isPage(answer))
    return 'A web page answered, usually a login page or a wrong path: set the address of the webhook itself.'
  if (status === 401 || status === 403) {
    const signature = 'does not accept the signature (compare its secret with WEBHOOK_SECRET), or '
    return `The receiver ${isSigned ? signature : ''}wants a login or a key: turn its authentication off, or use an address that contains the key.`
  }
  return outcomes[outcome]
}

function clockAdvice({ date = '' }: SendResult): string {
  const difference = Math.abs(Date.parse(date) - Date.now())
  if (!(difference > 60_000)) return ''
  return ` The clocks of the receiver and of this machine differ by ${duration(difference)}. At five minutes, receivers refuse signatures: compare \`date\` with another clock.`
}

function isPage(answer = ''): boolean {
  return /^\s*<(!doctype html|html|head|body)\b/i.test(answer)
}

/**
 * Throws when the receiver does not accept the lead. The address is secret, so this does not print it, and does not take
 * it from the command line, which other users of the machine can see, and which npm writes to its log.
 */
async function testWebhook([name = '', source]: string[]): Promise<void> {
  const kind = testKinds.get(name)
  if (!kind && name !== 'alert')
    throw new OpsError(`Say what to test: npm run leads -- test ${testArgument}`)
  const fromInput = `on standard input: npm run leads -- test ${name} - < FILE`
  if (source !== undefined && source !== '-')
    throw new OpsError(`Others can see an address on the command line. Give it ${fromInput}`)
  const variable = kind ? webhookOf[kind] : 'ALERT_WEBHOOK_URL'
  const setAddress = kind ? env.webhookUrls[webhookOf[kind]] : env.alertWebhookUrl
  const address = source ? parseWebhookUrl((await process.stdin.toArray()).join('')) : setAddress
  if (!address)
    throw new OpsError(`${variable} is not set: set it, or give an address ${fromInput}.`)
  const began = performance.now()
  const id = randomUUID()
  const message = kind
    ? testMessage(kind, id)
    : { id, body: alertBody('This is a test. Nothing is wrong.') }
  const secrets = kind ? env.webhookSecrets : []
  const headers = { ...message.headers, 'webhook-test': 'true' }
  const result = await sendOnce({ ...message, headers }, address, secrets)
  const { outcome, status, answer } = result
  const ms = Math.round(performance.now() - began)
  const signed = secrets.length > 0 ? 'signed' : 'not signed'
  const facts = [outcome, status && `status ${status}`, `${ms} ms`, kind && signed].filter(Boolean)
  const advice = adviceFor(address, secrets.length > 0, result)
  const sentences = `${facts.join(', ')}. ${advice}${clockAdvice(result)}`
  if (outcome !== 'delivered' || isPage(answer) || isTrialAddress(address))
    throw new OpsError(sentences)
  print(sentences)
}

function parseWebhookUrl(text: string): string {
  const { data, error } = webhookUrl.safeParse(text)
  if (error) throw new OpsError(`The address ${error.issues[0]?.message}`)
  return data
}
