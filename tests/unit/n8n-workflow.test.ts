import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventUid, icsUrl } from '@/lib/dates/calendar-links'
import { formatTimestamp } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { preferredTimes } from '@/lib/forms/booking-form'
import { toFormValues } from '@/lib/forms/form-data'
import { forms, type LeadKind } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload, webhookBody } from '@/lib/leads/payload'
import { site as product } from '@/lib/site'
import { type Mail, runCodeNode, runWorkflow } from '../support/receiver/n8n-workflow'
import { requiredValues } from '../support/visitor/visitor'

/** Runs docs/receivers/n8n-workflow.json and its Code nodes without n8n. `npm run tool -- n8n` runs it in n8n. */

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
  return webhookBody({ id: 'lead-1', payload, extras }, ['attribution'])
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
    const words = await check(body, calendar)
    expect(words).toEqual({
      id: 'lead-1',
      from: values.from,
      owner: 'owner@example.com',
      callsFrom: '(509) 555-0100',
      isBooking: true,
      isTest: false,
      replaces: '',
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

describe('a run', () => {
  const unreachable = 'connect ECONNREFUSED 192.0.2.1:587'
  const refused = `Can't send mail - all recipients were rejected: 550 5.1.1 No such mailbox`
  const noneYet =
    'The visitor has no confirmation yet: the mail could not be sent. The site tries again for three days.'
  const none =
    'The visitor has no confirmation: the mail to this address was refused for good. Confirm the day and the time on the phone.'

  /** Runs it once for each pair of errors, and returns how each run ended and whom it mailed, with the note to the owner. */
  async function run(
    errors: { visitor?: string; owner?: string }[],
    kind: LeadKind = 'booking',
    { headers = {}, steps = [] as [step: string, age: number][] } = {},
  ) {
    const lead = await check(bodyOf(kind, kind === 'booking' ? ana : {}), headers)
    const rows = steps.map(([step, age], id) => ({
      id: -id,
      lead: 'lead-1',
      step,
      createdAt: minutesAgo(age),
    }))
    const results: string[][] = []
    for (const { visitor, owner } of errors) {
      const events: string[] = []
      const send = ({ toEmail, text }: Mail) => {
        const error = toEmail === 'owner@example.com' ? owner : visitor
        const [, note] = /^(The visitor has .*)$/m.exec(text) ?? []
        if (!error) events.push(note ? `${toEmail}: ${note}` : toEmail)
        return error
      }
      await runWorkflow(lead, rows, send).then(
        () => events.unshift('delivered'),
        ({ message }) => events.unshift(message),
      )
      results.push(events)
    }
    expect(rows.filter(({ step, id }) => step === 'running' && id > 0)).toEqual([])
    return results
  }

  const delivered = ['delivered', '<ana@ruiz.com>', 'owner@example.com']
  const failed =
    'A mail could not be sent: see the error of its node. The site will send the lead again.'
  const busy = 'Another run has this lead. The site will send the lead again.'

  it('mails the visitor of a booking and the owner, once', async () => {
    expect(await run([{}, {}])).toEqual([delivered, ['delivered']])
  })

  it('tells the visitor from which number the owner calls, where that is filled in', async () => {
    const lead = await check(bodyOf('booking', ana), {})
    const sentence = 'We call from (509) 555-0100.'
    for (const [callsFrom, sentences] of [
      ['(509) 555-0100', [sentence]],
      ['', []],
      // A node of before.
      [undefined, []],
    ] as const) {
      const mails: Mail[] = []
      await runWorkflow({ ...lead, callsFrom }, [], (mail) => void mails.push(mail))
      expect(mails[0]?.text.match(/We call from.*$/gm) ?? []).toEqual(sentences)
    }
  })

  it('says that a changed demo replaces another one, and which', async () => {
    const mailsOf = async (headers: Record<string, string>) => {
      const mails: Mail[] = []
      const lead = await check(bodyOf('booking', ana), headers)
      await runWorkflow(lead, [], (mail) => void mails.push(mail))
      return mails.map(({ subject, text }) => `${subject}\n${text}`)
    }
    const [visitor, owner] = await mailsOf({})
    expect(visitor).toContain(`Thank you for booking a free demo of ${product.name}.`)
    expect(visitor?.trimEnd().split('\n').at(-1)).toBe(product.name)
    expect(visitor).toContain(
      `\n\nSaturday, December 5, 2026\n${preferredTimes[0]} ${zone.words}\n\n`,
    )
    expect(owner).toMatch(/^Demo booked: Test Lead\nCall Test Lead at \(509\) 555-0147\. /)
    const [changed, told] = await mailsOf({ 'webhook-replaces': 'lead-0' })
    expect(changed).toContain(`your free demo of ${product.name}. It replaces the one before.`)
    expect(changed).toContain('where it moves the one before.')
    expect(`${visitor}${owner}`).not.toMatch(/replace|the one before/i)
    expect(told).toMatch(/^Demo changed: Test Lead\n/)
    expect(told).toContain(' This replaces the demo with the id lead-0.\n')
  })

  it('mails only the owner about a callback and a test', async () => {
    const toOwner = ['delivered', 'owner@example.com']
    expect(await run([{}, {}], 'see-ai-in-action')).toEqual([toOwner, ['delivered']])
    const headers = { 'webhook-test': 'true' }
    expect(await run([{}], 'booking', { headers })).toEqual([toOwner])
  })

  it('fails while another run has the lead, and takes it from one that was stopped', async () => {
    expect(await run([{}], 'booking', { steps: [['running', 14]] })).toEqual([[busy]])
    expect(await run([{}], 'booking', { steps: [['running', 16]] })).toEqual([delivered])
  })

  it('mails the visitor once, while the mail to the owner fails', async () => {
    const runs = await run([{ owner: unreachable }, { owner: unreachable }, {}])
    expect(runs).toEqual([[failed, '<ana@ruiz.com>'], [failed], ['delivered', 'owner@example.com']])
  })

  it.each([
    unreachable,
    `Can't send mail - all recipients were rejected: 450 4.2.0 Greylisted`,
    'Invalid login: 535 5.7.8 Authentication failed',
    'Mail command failed: 553 5.7.1 Sender not owned by user',
  ])(
    'tells the owner once that the visitor has no mail yet, and tries again after: %s',
    async (visitor) => {
      expect(await run([{ visitor }, { visitor }, {}, {}])).toEqual([
        [failed, `owner@example.com: ${noneYet}`],
        [failed],
        ['delivered', '<ana@ruiz.com>'],
        ['delivered'],
      ])
    },
  )

  it.each([
    refused,
    'Message failed: 554 5.7.1 Message refused by this mailbox',
    'Internationalized mailbox name not allowed: 553 5.6.7',
  ])('is done, and tells the owner that the visitor has no mail, after: %s', async (visitor) => {
    const told = ['delivered', `owner@example.com: ${none}`]
    expect(await run([{ visitor }, { visitor }])).toEqual([told, ['delivered']])
    // Also when the owner was told before that there is none yet.
    expect(await run([{ visitor: unreachable }, { visitor }, {}])).toEqual([
      [failed, `owner@example.com: ${noneYet}`],
      told,
      ['delivered'],
    ])
  })

  it('tries a refused visitor again when the owner cannot be mailed either', async () => {
    const quota = 'Message failed: 550 5.4.5 Daily sending quota exceeded'
    expect(await run([{ visitor: quota, owner: quota }, {}])).toEqual([[failed], delivered])
  })
})

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
  const demo = { thread, phone: '(509) 555-0147', support, now }
  const url = icsUrl(formatTimestamp(preferredDate, preferredTime), demo) ?? ''
  const file = decodeURIComponent(url.slice(url.indexOf(',') + 1))
  expect(binary).toEqual({ calendar: [file, 'demo.ics', 'text/calendar'] })
})
