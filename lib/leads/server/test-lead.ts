import 'server-only'
import { randomUUID } from 'node:crypto'
import { firstBookableDay } from '@/lib/pacific'
import { env, parseWebhookUrl, webhookOf, webhookUrl } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { LeadKind } from '@/lib/site'
import { preferredTimes } from '../shared/fields'
import { toFormValues } from '../shared/form-data'
import { validateLead } from '../shared/schema'
import { buildPayload, webhookBody } from './payload'
import { formatTable } from './report'
import {
  attemptTimeoutMs,
  type Outcome,
  outcomeFromError,
  outcomeFromStatus,
  post,
  type WebhookResponse,
} from './webhook'

/** `npm run leads -- test`: sends one lead that is marked as a test, and stores nothing. */

/** The dialog with an email address stands for both: it has all the keys of a callback. */
const testKinds: Record<string, LeadKind> = { callback: 'see-ai-in-action', booking: 'booking' }

/** The fields of both forms. Those that are missing are left empty. */
const testEntries = {
  name: 'Test Lead',
  fullName: 'Test Lead',
  phone: '5095550100',
  phoneNumber: '5095550100',
  email: 'test@example.com',
  businessName: 'Test Lead',
  businessDescription: 'A test of the webhook. Please ignore.',
  preferredTime: preferredTimes[0],
}

/** Makes one request with the body that a real lead of this kind would have, made the same way. */
async function sendTestLead(kind: LeadKind, url: string) {
  const now = new Date()
  const entries = { ...testEntries, preferredDate: firstBookableDay(now) }
  const checked = validateLead(kind, toFormValues(kind, entries), now)
  if ('fields' in checked) throw new Error(`The test lead is invalid: ${JSON.stringify(checked)}`)
  const id = randomUUID()
  const lead = { id, payload: buildPayload(checked.lead, now), extras: { consent: 'test' } }
  return post(
    { id, body: webhookBody(lead, env.bodyExtras) },
    url,
    env.webhookSecrets,
    attemptTimeoutMs,
    async (response) => ({
      outcome: outcomeFromStatus(response.statusCode),
      status: String(response.statusCode),
      answer: await kindOfAnswer(response),
    }),
    { 'webhook-test': 'true' },
  ).catch((error) => ({ outcome: outcomeFromError(error), status: '', answer: '' as const }))
}

/** Some receivers call every answer HTML, so that the first bytes decide. */
async function kindOfAnswer(response: WebhookResponse): Promise<'' | 'redirect' | 'HTML page'> {
  const { statusCode, headers } = response
  if (statusCode >= 300 && statusCode < 400) return 'redirect'
  if (!headers['content-type']?.includes('text/html')) return ''
  const [start = ''] = await response
    .take(1)
    .toArray()
    .catch(() => [])
  return /<(!doctype html|html|head|body)\b/i.test(String(start)) ? 'HTML page' : ''
}

const advice: Record<Outcome, string> = {
  delivered: 'Nothing. This address accepts leads.',
  refused: 'Nothing listens there: check the host and the port, and start the receiver.',
  unresolved: 'The host name has no address: check its spelling and the DNS.',
  reset: 'The receiver cut the connection: check its log, and whether it expects https.',
  garbled: 'The answer is not HTTP: check the port.',
  unreachable: 'No connection: check the network, the firewall, and the certificate.',
  timeout: `No answer within ${attemptTimeoutMs / 1000} seconds: have the receiver answer before it does its work.`,
  redirected:
    'Redirects are not followed: set the final address, and check that it needs no login.',
  throttled: 'The receiver gets too many requests: wait a minute, and test again.',
  unavailable: 'The receiver is not available right now: test again later.',
  rejected:
    'The receiver does not accept the request: check the path, and that the webhook still exists and is turned on.',
  failed: 'The receiver failed: read its log.',
}

export const testArgument = 'callback|booking [-]'

/**
 * Returns whether the receiver accepted the lead. The address is secret, so this does not print it, and does not take
 * it from the command line, which other users of the machine can see, and which npm writes to its log.
 */
export async function testWebhook([name = '', source]: string[]): Promise<boolean> {
  const kind = Object.hasOwn(testKinds, name) ? testKinds[name] : undefined
  if (!kind) throw new OpsError(`Say what to test: npm run leads -- test ${testArgument}`)
  const fromInput = `on standard input: npm run leads -- test ${name} - < FILE`
  if (source !== undefined && source !== '-')
    throw new OpsError(`Others can see an address on the command line. Give it ${fromInput}`)
  const address = source
    ? parseWebhookUrl('The address', (await process.stdin.toArray()).join('').trim())
    : webhookUrl(kind)
  if (!address)
    throw new OpsError(`${webhookOf[kind]} is not set: set it, or give an address ${fromInput}.`)

  const began = performance.now()
  const { outcome, status, answer } = await sendTestLead(kind, address)
  const ms = String(Math.round(performance.now() - began))
  const whatToDo =
    answer === 'HTML page'
      ? 'A web page answered, usually a login page or a wrong path: set the address of the webhook itself.'
      : advice[outcome]
  const names = ['outcome', 'status', 'ms', 'answer', 'what to do']
  const table = formatTable(names, [[outcome, status, ms, answer, whatToDo]])
  process.stdout.write(`${table.join('\n')}\n`)
  return outcome === 'delivered' && answer === ''
}
