import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventUid, icsUrl } from '@/lib/dates/calendar-links'
import { formatTimestamp } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { toFormValues } from '@/lib/forms/form-data'
import { forms, type LeadKind } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload } from '@/lib/leads/accept'
import { messageOf } from '@/lib/leads/send'
import { site as product } from '@/lib/site'
import { runCodeNode } from '../support/receiver/n8n-workflow'
import { requiredValues } from '../support/visitor/visitor'

/** Runs the Code nodes of docs/receivers/n8n-workflow.json. `npm run tool -- n8n` runs all of it, in n8n. */

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
  from: 'Ruiz AI <hello@example.com>',
  owner: 'owner@example.com',
  callsFrom: '(509) 555-0100',
}

/** What the site sends for these entries. */
function bodyOf(kind: LeadKind, entries: Record<string, string>): string {
  const form = toFormValues(forms[kind], { ...requiredValues(kind), ...entries })
  const checked = validateLead(kind, form)
  if ('fields' in checked) throw new Error(JSON.stringify(checked.fields))
  const payload = buildPayload(checked.lead, now)
  const extras = { consent: '2026-11-26', attribution: { landingPage: '/' } }
  const lead = { id: 'lead-1', thread: 'lead-1', kind, payload, extras, version: 1, replaces: null }
  return messageOf(lead, ['attribution']).body
}

async function check(body: string, others: Record<string, string> = {}) {
  const headers = {
    'webhook-id': 'lead-1',
    'webhook-timestamp': String(now.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('lead-1', now, body),
    ...others,
  }
  const items = await runCodeNode('Check the signature', { input: [{ headers, ...values }], body })
  return items[0].json
}

const ana = { phoneNumber: '(509) 555-0147', email: 'ana@ruiz.com', preferredDate: '2026-12-05' }
const thread = '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10'
const calendar = { 'calendar-uid': eventUid(thread) }

describe('the node that checks the signature gives the words of the mails', () => {
  it('of a booking', async () => {
    const body = bodyOf('booking', {
      ...ana,
      preferredTime: '12:30 PM',
      additionalNotes: 'At noon',
    })
    const called = 'https://www.example.com/api/leads/called?id=lead-1'
    const words = await check(body, { ...calendar, 'webhook-called': called })
    expect(words).toEqual({
      id: 'lead-1',
      from: values.from,
      owner: 'owner@example.com',
      callsFrom: '(509) 555-0100',
      isBooking: true,
      isTest: false,
      replaces: '',
      called,
      name: 'Test Lead',
      phone: '(509) 555-0147',
      greeted: 'Test',
      lastDigits: '0147',
      email: 'ana@ruiz.com',
      product: product.name,
      day: 'Saturday, December 5, 2026',
      time: `12:30 PM ${zone.words}`,
      details: expect.stringMatching(
        /^Full name: Test Lead\nBusiness name: Test Lead\nEmail: ana@ruiz\.com\n[\s\S]*\nAttribution: \{"landingPage":"\/"\}$/,
      ),
      calendarUid: '3f0e5f1c-8d5f-demo@plumbing-xperience',
      lead: JSON.parse(body),
    })
    // One line for each key with a value.
    const given = Object.values(JSON.parse(body)).filter(Boolean)
    const lines = words.details
      .split('\n')
      .map((line: string) => line.replace(/^[A-Z][a-z ]*: /, ''))
    expect(lines.slice(0, -1)).toEqual(given.slice(0, -1))
  })

  it('of a callback without an email address, as a test', async () => {
    const body = bodyOf('call-our-ai', { phone: '509-555-0147' })
    expect(await check(body, { 'webhook-test': 'true' })).toMatchObject({
      isBooking: false,
      isTest: true,
      replaces: '',
      called: '',
      phone: '509-555-0147',
      email: '',
      product: '',
      day: '',
      time: '',
      details: expect.stringMatching(/^Name: Test Lead\nPhone: 509-555-0147\nCompany: Test Lead\n/),
      // Only a booking has an event. An earlier version of the site names none.
      calendarUid: 'lead-1-demo@plumbing-xperience',
      lead: JSON.parse(body),
    })
  })
})

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

describe('the node that looks up what is left', () => {
  const claim = { id: 9, step: 'running', createdAt: minutesAgo(0) }

  async function left(steps: [step: string, minutes: number][], lead: object = {}) {
    const rows = steps.map(([step, minutes], id) => ({ id, step, createdAt: minutesAgo(minutes) }))
    const [{ json }] = await runCodeNode('What is left', {
      input: [claim, ...rows],
      earlier: {
        'Claim the lead': claim,
        'Check the signature': { isBooking: true, isTest: false, ...lead },
      },
    })
    return json
  }

  it('lets one run have a lead, and takes it from a run that was stopped', async () => {
    expect(await left([])).toMatchObject({ isAlone: true, claim: 9, steps: ['running'] })
    expect((await left([['running', 14]])).isAlone).toBe(false)
    expect((await left([['running', 16]])).isAlone).toBe(true)
  })

  it.each([
    ['a booking', [], {}, true],
    ['a callback', [], { isBooking: false }, false],
    ['a test', [], { isTest: true }, false],
    ['one who was mailed', ['visitor mailed'], {}, false],
    ['one whose address was refused for good', ['owner told of the refusal'], {}, false],
    ['one who could not be mailed', ['visitor not mailed', 'owner told'], {}, true],
  ])('mails the visitor of %s: %s', async (_, steps, lead, expected) => {
    const { mailVisitor } = await left(
      steps.map((step) => [step, 1]),
      lead,
    )
    expect(mailVisitor).toBe(expected)
  })
})

describe('the node after the mail to the visitor', () => {
  const noneYet =
    '\n\nThe visitor has no confirmation yet: the mail could not be sent. The site tries again for three days.'
  const none =
    '\n\nThe visitor has no confirmation: the mail to this address was refused for good. Confirm the day and the time on the phone.'

  async function result(error: unknown, steps: string[] = [], mailVisitor = true) {
    const [{ json }] = await runCodeNode('Result for the visitor', {
      input: [error ? { error } : {}],
      earlier: { 'What is left': { mailVisitor, steps } },
    })
    const { visitorStep, ownerStep, tellOwner, note, isDone } = json
    return { visitorStep, ownerStep, tellOwner, note, isDone }
  }

  it('tells the owner once, with no note, if the visitor was mailed or needs no mail', async () => {
    const mailed = {
      visitorStep: 'visitor mailed',
      ownerStep: 'owner told',
      tellOwner: true,
      note: '',
      isDone: true,
    }
    expect(await result(null)).toEqual(mailed)
    expect(await result(null, [], false)).toEqual({
      ...mailed,
      visitorStep: 'visitor needs no mail',
    })
    expect(await result(null, ['owner told'])).toEqual({ ...mailed, tellOwner: false })
  })

  it.each([
    'connect ECONNREFUSED 192.0.2.1:587',
    `Can't send mail - all recipients were rejected: 450 4.2.0 Greylisted`,
    'Invalid login: 535 5.7.8 Authentication failed',
    'Mail command failed: 553 5.7.1 Sender not owned by user',
  ])(
    'tells the owner once that the visitor has no mail yet, and tries again after: %s',
    async (message) => {
      const failed = {
        visitorStep: 'visitor not mailed',
        ownerStep: 'owner told',
        tellOwner: true,
        note: noneYet,
        isDone: false,
      }
      expect(await result({ message })).toEqual(failed)
      expect(await result(message, ['owner told'])).toEqual({ ...failed, tellOwner: false })
    },
  )

  it.each([
    `Can't send mail - all recipients were rejected: 550 5.1.1 No such mailbox`,
    'Message failed: 554 5.7.1 Message refused by this mailbox',
    'Internationalized mailbox name not allowed: 553 5.6.7',
  ])('is done, and tells the owner that the visitor has no mail, after: %s', async (message) => {
    const refused = {
      visitorStep: 'visitor not mailed',
      ownerStep: 'owner told of the refusal',
      tellOwner: true,
      note: none,
      isDone: true,
    }
    expect(await result({ message })).toEqual(refused)
    // Also when the owner was told before that there is none yet.
    expect(await result({ message }, ['owner told'])).toEqual(refused)
    const { tellOwner } = await result({ message }, ['owner told of the refusal'])
    expect(tellOwner).toBe(false)
  })
})

it.each([
  ['2026-12-05', '12:30 PM'],
  ['2027-07-04', '3:00 PM'],
  // On these days the clocks change.
  ['2027-03-14', '12:00 PM'],
  ['2027-11-07', '1:00 PM'],
])('the calendar file for %s at %s is that of the site', async (preferredDate, preferredTime) => {
  const body = JSON.stringify({
    ...JSON.parse(bodyOf('booking', ana)),
    preferredDate,
    preferredTime,
  })
  const owner = 'Núñez & Söhne; Reno, NV \\ 24 hours'
  const visitor = { ...(await check(body, calendar)), owner }
  const [{ binary }] = await runCodeNode('Calendar file', { earlier: { 'What is left': visitor } })
  const support = `Questions or another time? ${owner}`
  const demo = { thread, phone: '(509) 555-0147', support, now }
  const url = icsUrl(formatTimestamp(preferredDate, preferredTime), demo) ?? ''
  const file = decodeURIComponent(url.slice(url.indexOf(',') + 1))
  expect(binary).toEqual({ calendar: [file, 'demo.ics', 'text/calendar'] })
})
