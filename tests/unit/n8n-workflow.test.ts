import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventUid, icsUrl } from '@/lib/dates/calendar-links'
import { formatTimestamp } from '@/lib/dates/pacific'
import { toFormValues } from '@/lib/forms/form-data'
import { forms } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload, webhookBody } from '@/lib/leads/payload'
import type { LeadKind } from '@/lib/site'
import { runCodeNode } from '../support/n8n-workflow'
import { requiredValues } from '../support/required-values'

/** Runs the Code nodes of docs/receivers/n8n-workflow.json. `npm run check:n8n` runs all of it in n8n. */

const now = new Date('2026-11-20T20:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

afterEach(() => {
  vi.useRealTimers()
})

const secret = `whsec_${btoa('a secret of a test')}`
const values = {
  secret,
  from: 'Plumbing Xperience <hello@example.com>',
  owner: 'owner@example.com',
}

/** What the site sends for these entries. */
function bodyOf(kind: LeadKind, entries: Record<string, string>): string {
  const form = toFormValues(forms[kind], { ...requiredValues(kind), ...entries })
  const checked = validateLead(kind, form)
  if ('fields' in checked) throw new Error(JSON.stringify(checked.fields))
  const payload = buildPayload(checked.lead, now)
  const extras = { consent: '2026-11-26', attribution: { landingPage: '/' } }
  return webhookBody({ id: 'lead-1', payload, extras }, ['attribution'])
}

async function check(body: string, others: Record<string, string> = {}) {
  const timestamp = String(now.getTime() / 1000)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`lead-1.${timestamp}.${body}`)
  const headers = {
    'webhook-id': 'lead-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signed.digest('base64')}`,
    ...others,
  }
  const items = await runCodeNode('Check the signature', { input: [{ headers, ...values }], body })
  return items[0].json
}

const ana = { phoneNumber: '(509) 555-0147', email: 'ana@ruiz.com', preferredDate: '2026-12-05' }
const event = '3f0e5f1c-8d5f'
const calendar = { 'calendar-uid': eventUid(event) }

describe('the node that checks the signature gives the words of the mails', () => {
  it('of a booking', async () => {
    const body = bodyOf('booking', {
      ...ana,
      preferredTime: '12:30 PM',
      additionalNotes: 'At noon',
    })
    expect(await check(body, calendar)).toEqual({
      id: 'lead-1',
      from: 'Plumbing Xperience <hello@example.com>',
      owner: 'owner@example.com',
      isBooking: true,
      isTest: false,
      name: 'Test Lead',
      phone: '(509) 555-0147',
      greeted: 'Test',
      lastDigits: '0147',
      email: 'ana@ruiz.com',
      day: 'Saturday, December 5, 2026',
      time: '12:30 PM Pacific Time',
      details: `Full name: Test Lead
Business name: Test Lead
Email: ana@ruiz.com
Phone number: (509) 555-0147
Business description: A test of the webhook. Please ignore.
Preferred date: 2026-12-05
Preferred time: 12:30 PM
Timezone: America/Los_Angeles
Additional notes: At noon
Submitted at: 2026-11-20T20:00:00.000Z
Submission date: 2026-11-20
Submission time: 12:00:00 PM
Source: Plumbing Xperience
Form version: 1.0
Attribution: {"landingPage":"/"}`,
      calendarUid: '3f0e5f1c-8d5f-demo@plumbing-xperience',
      lead: JSON.parse(body),
    })
  })

  it('of a callback without an email address, as a test', async () => {
    const body = bodyOf('call-our-ai', { phone: '509-555-0147' })
    expect(await check(body, { 'webhook-test': 'true' })).toEqual({
      id: 'lead-1',
      from: 'Plumbing Xperience <hello@example.com>',
      owner: 'owner@example.com',
      isBooking: false,
      isTest: true,
      name: 'Test Lead',
      phone: '509-555-0147',
      greeted: 'Test',
      lastDigits: '0147',
      email: '',
      day: '',
      time: '',
      details: `Name: Test Lead
Phone: 509-555-0147
Company: Test Lead
Source: Plumbing Xperience: Call Our AI
Attribution: {"landingPage":"/"}`,
      // Only a booking has an event. An earlier version of the site names none.
      calendarUid: 'lead-1-demo@plumbing-xperience',
      lead: JSON.parse(body),
    })
  })
})

const booking = { isBooking: true, isTest: false }
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

it.each([
  ['a booking', booking, [], [true, true, true]],
  ['a callback', { ...booking, isBooking: false }, [], [true, true, false]],
  ['a test', { ...booking, isTest: true }, [], [true, true, false]],
  ['a booking of which the owner was told', booking, [['owner told', 9]], [true, false, true]],
  [
    'a booking that is done',
    booking,
    [
      ['owner told', 9],
      ['visitor mailed', 9],
    ],
    [true, false, false],
  ],
  ['a booking that another run has', booking, [['running', 14]], [false, true, true]],
  ['a booking whose run was stopped', booking, [['running', 16]], [true, true, true]],
] as const)(
  'the node that looks what is left finds it for %s',
  async (_, lead, steps, expected) => {
    const rows = steps.map(([step, age], id) => ({ id, step, createdAt: minutesAgo(age) }))
    const claim = { id: 9, step: 'running', createdAt: minutesAgo(0) }
    const [{ json }] = await runCodeNode('What is left', {
      input: [...rows, claim],
      earlier: { 'Claim the lead': claim, 'Check the signature': lead },
    })
    const [isAlone, tellOwner, mailVisitor] = expected
    expect(json).toEqual({ ...lead, claim: 9, isAlone, tellOwner, mailVisitor })
  },
)

it.each([
  ['2026-12-05', '12:30 PM'],
  ['2027-07-04', '3:00 PM'],
  // On these days the clocks change.
  ['2027-03-14', '12:00 PM'],
  ['2027-11-07', '1:00 PM'],
])('the calendar file for %s at %s is that of the site', async (preferredDate, preferredTime) => {
  const body = bodyOf('booking', { ...ana, preferredDate, preferredTime })
  const visitor = await check(body, calendar)
  const [{ binary }] = await runCodeNode('Calendar file', { earlier: { 'What is left': visitor } })
  const support = 'Questions or another time? owner@example.com'
  const demo = { event, phone: '(509) 555-0147', support, now }
  const url = icsUrl(formatTimestamp(preferredDate, preferredTime), demo) ?? ''
  const file = decodeURIComponent(url.slice(url.indexOf(',') + 1))
  expect(binary).toEqual({ calendar: [file, 'demo.ics', 'text/calendar'] })
})
