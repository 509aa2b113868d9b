import 'server-only'
import { randomUUID } from 'node:crypto'
import { firstBookableDay } from '@/lib/pacific'
import { env, parseWebhookUrl, webhookOf, webhookUrl } from '@/lib/server/env'
import type { LeadKind } from '@/lib/site'
import { preferredTimes } from '../shared/fields'
import type { FormValues } from '../shared/form-data'
import { validateLead } from '../shared/schema'
import { UsageError } from './cli-options'
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

const contact = { email: 'test@example.com', businessName: 'Test Lead' }

function testEntries(kind: LeadKind, now: Date): FormValues {
  if (kind !== 'booking') return { ...contact, name: 'Test Lead', phone: '5095550100' }
  return {
    ...contact,
    fullName: 'Test Lead',
    phoneNumber: '5095550100',
    businessDescription: 'A test of the webhook. Please ignore.',
    website: '',
    challenges: [],
    customChallenge: '',
    currentTools: '',
    interestedServices: [],
    preferredDate: firstBookableDay(now),
    preferredTime: preferredTimes[0],
    additionalNotes: '',
  }
}

/** What a real lead of this kind would have as its body, made the same way. */
function testMessage(kind: LeadKind, now: Date): { id: string; body: string } {
  const checked = validateLead(kind, testEntries(kind, now), now)
  if ('fields' in checked) throw new Error(`The test lead is invalid: ${JSON.stringify(checked)}`)
  const id = randomUUID()
  const lead = { id, payload: buildPayload(checked.lead, now), extras: { consent: 'test' } }
  return { id, body: webhookBody(lead, env.bodyExtras) }
}

export type TestResult = {
  outcome: Outcome
  status?: number
  ms: number
  answer: '' | 'redirect' | 'HTML page'
}

/** One request with the time of a real attempt. */
export async function sendTestLead(
  kind: LeadKind,
  url: string,
  now = new Date(),
): Promise<TestResult> {
  const began = performance.now()
  const answered = await post(
    testMessage(kind, now),
    url,
    env.webhookSecrets,
    attemptTimeoutMs,
    async (response) => ({
      outcome: outcomeFromStatus(response.statusCode),
      status: response.statusCode,
      answer: await kindOfAnswer(response),
    }),
    { 'webhook-test': 'true' },
  ).catch((error) => ({ outcome: outcomeFromError(error), answer: '' as const }))
  return { ...answered, ms: Math.round(performance.now() - began) }
}

/** Some receivers call every answer HTML, so that the first bytes decide. */
async function kindOfAnswer(response: WebhookResponse): Promise<TestResult['answer']> {
  const { statusCode, headers } = response
  if (statusCode >= 300 && statusCode < 400) return 'redirect'
  if (!headers['content-type']?.includes('text/html')) return ''
  const start = await firstChunk(response).catch(() => '')
  return /<(!doctype html|html|head|body)\b/i.test(start) ? 'HTML page' : ''
}

async function firstChunk(response: WebhookResponse): Promise<string> {
  for await (const chunk of response) return String(chunk)
  return ''
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

const pageAdvice =
  'A web page answered, usually a login page or a wrong path: set the address of the webhook itself.'

const isGood = ({ outcome, answer }: TestResult) => outcome === 'delivered' && answer === ''

export const testCommand = {
  argument: 'callback|booking [-]',
  description:
    'Send a lead named "Test Lead" to the address that is set, or with - to one from standard input. Stores nothing.',
  example: 'callback',
}

/**
 * Returns whether the receiver accepted the lead. The address is secret, so this does not print it, and does not take
 * it from the command line, which other users of the machine can see, and which npm writes to its log.
 */
export async function testWebhook(
  [name = '', source, ...more]: string[],
  input: AsyncIterable<unknown> = process.stdin,
): Promise<boolean> {
  const kind = Object.hasOwn(testKinds, name) ? testKinds[name] : undefined
  if (!kind || more.length > 0)
    throw new UsageError(`Say what to test: npm run leads -- test ${testCommand.argument}`)
  if (source !== undefined && source !== '-')
    throw new UsageError(
      `Others can see an address on the command line. Give it on standard input: npm run leads -- test ${name} - < FILE`,
    )
  const address = source
    ? parseWebhookUrl('The address', (await readAll(input)).trim())
    : webhookUrl(kind)
  if (!address)
    throw new UsageError(
      `${webhookOf(kind)} is not set: set it, or give an address on standard input: npm run leads -- test ${name} - < FILE.`,
    )

  const result = await sendTestLead(kind, address)
  const row = [
    result.outcome,
    String(result.status ?? ''),
    String(result.ms),
    result.answer,
    result.answer === 'HTML page' ? pageAdvice : advice[result.outcome],
  ]
  const names = ['outcome', 'status', 'ms', 'answer', 'what to do']
  process.stdout.write(`${formatTable(names, [row]).join('\n')}\n`)
  return isGood(result)
}

async function readAll(input: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of input) text += chunk
  return text
}
