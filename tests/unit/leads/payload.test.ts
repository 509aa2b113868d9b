import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FormValues, toFormValues } from '@/lib/forms/form-data'
import { forms, type LeadKind } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload, webhookBody } from '@/lib/leads/payload'
import { site as product } from '@/lib/site'
import { requiredValues } from '../../support/visitor/visitor'

afterEach(() => {
  vi.useRealTimers()
})

const at = (iso: string) => new Date(iso)

function wire(kind: LeadKind, entries: FormValues, now: Date) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const checked = validateLead(kind, toFormValues(forms[kind], entries))
  if ('fields' in checked) throw new Error(JSON.stringify(checked.fields))
  return JSON.stringify(buildPayload(checked.lead, now))
}

const booking: FormValues = {
  ...requiredValues('booking'),
  fullName: 'Ana O’Brien',
  email: 'ana@ruiz.com',
  phoneNumber: '(509) 555-0147',
  businessName: 'Ruiz & Sons',
  businessDescription: '=Drains\nand <heaters>',
  website: 'https://ruiz.com/<b>',
  challenges: ['Missed calls after hours', 'Manage referrals'],
  customChallenge: 'Dogs',
  currentTools: 'Paper',
  interestedServices: ['voice-ai-agent', 'ai-call-handling'],
  preferredDate: '2026-12-05',
  preferredTime: '12:30 PM',
  additionalNotes: '@noon',
}

describe('the payload of a callback', () => {
  const caller = {
    name: 'Ana O’Brien',
    phone: '509-555-0147',
    email: 'ana@ruiz.com',
    businessName: 'Ruiz & Sons',
  }

  it.each([
    [
      'see-ai-in-action',
      `{"Name":"Ana O'Brien","Phone":"509-555-0147","Email":"ana@ruiz.com","Company":"Ruiz & Sons","source":"${product.name}: See AI in Action"}`,
    ],
    [
      'call-our-ai',
      `{"Name":"Ana O'Brien","Phone":"509-555-0147","Company":"Ruiz & Sons","source":"${product.name}: Call Our AI"}`,
    ],
  ] as const)('of %s is as specified', (kind, json) => {
    expect(wire(kind, caller, at('2026-11-20T20:00:00Z'))).toBe(json)
  })
})

describe('the payload of a booking', () => {
  it('has the keys of the specification in their order', () => {
    expect(wire('booking', booking, at('2026-11-20T20:05:09.120Z'))).toBe(
      JSON.stringify({
        fullName: "Ana O'Brien",
        businessName: 'Ruiz & Sons',
        email: 'ana@ruiz.com',
        phoneNumber: '(509) 555-0147',
        businessDescription: "'=Drains and heaters",
        website: 'https://ruiz.com/b',
        challenges: 'Missed calls after hours, Manage referrals, Dogs',
        interestedServices: 'AI Call Handling, Voice AI Agent',
        preferredDate: '2026-12-05',
        preferredTime: '12:30 PM',
        timezone: 'America/Los_Angeles',
        additionalNotes: "'@noon",
        submittedAt: '2026-11-20T20:05:09.120Z',
        submissionDate: '2026-11-20',
        submissionTime: '12:05:09 PM',
        source: product.name,
        formVersion: '1.0',
      }),
    )
  })

  it('has an empty text for each optional field that is empty, and no other text', () => {
    const contact = {
      fullName: 'Ana Ruiz',
      businessName: 'Ruiz & Sons',
      email: 'ana@ruiz.com',
      phoneNumber: '509-555-0147',
      businessDescription: 'Drains',
    }
    const slot = { preferredDate: '2026-12-05', preferredTime: '3:00 PM' }
    const now = at('2026-11-20T20:05:09.120Z')
    const required = { ...requiredValues('booking'), ...contact, ...slot }
    const body = (optional: FormValues) => wire('booking', { ...required, ...optional }, now)
    const sent = (challenges: string) =>
      JSON.stringify({
        ...contact,
        website: '',
        challenges,
        interestedServices: '',
        ...slot,
        timezone: 'America/Los_Angeles',
        additionalNotes: '',
        submittedAt: '2026-11-20T20:05:09.120Z',
        submissionDate: '2026-11-20',
        submissionTime: '12:05:09 PM',
        source: product.name,
        formVersion: '1.0',
      })
    expect(body({})).toBe(sent(''))
    expect(body({ challenges: ['Manage referrals'], customChallenge: ' ' })).toBe(
      sent('Manage referrals'),
    )
    expect(body({ challenges: [], customChallenge: 'Dogs' })).toBe(sent('Dogs'))
  })

  it('escapes spreadsheet formulas, in names too, and keeps phone numbers', () => {
    const entries = {
      ...booking,
      businessName: '-IMPORTDATA(D2&A2)',
      phoneNumber: '-509-555-0147',
      businessDescription: '- WEBSERVICE(F2&A3)',
      challenges: [],
      customChallenge: '＝HYPERLINK(F2)',
      additionalNotes: '+1 509-555-0147',
    }
    expect(JSON.parse(wire('booking', entries, at('2026-11-20T20:00:00Z')))).toMatchObject({
      businessName: "'-IMPORTDATA(D2&A2)",
      phoneNumber: '-509-555-0147',
      businessDescription: "'- WEBSERVICE(F2&A3)",
      challenges: "'＝HYPERLINK(F2)",
      additionalNotes: '+1 509-555-0147',
    })
  })

  it('has day and time of submission in Pacific time, before and after clock changes', () => {
    const submitted = (iso: string) => {
      const { submissionDate, submissionTime } = JSON.parse(wire('booking', booking, at(iso)))
      return `${submissionDate} ${submissionTime}`
    }
    expect(submitted('2026-11-01T08:59:59Z')).toBe('2026-11-01 1:59:59 AM')
    expect(submitted('2026-11-01T10:00:00Z')).toBe('2026-11-01 2:00:00 AM')
    expect(submitted('2026-03-08T09:59:59Z')).toBe('2026-03-08 1:59:59 AM')
    expect(submitted('2026-03-08T10:00:00Z')).toBe('2026-03-08 3:00:00 AM')
    expect(submitted('2026-11-21T07:30:00Z')).toBe('2026-11-20 11:30:00 PM')
  })
})

it('the body has the extras that WEBHOOK_BODY_EXTRAS lists, and no others', () => {
  const id = '5f0c1c1e-0000-4000-8000-000000000001'
  const extras = { consent: '2026-11', attribution: { utm_source: 'flyer' } }
  const lead = { id, payload: { Name: 'Ana' }, extras }
  expect(webhookBody(lead, [])).toBe('{"Name":"Ana"}')
  expect(webhookBody(lead, ['leadId', 'attribution', 'consent'])).toBe(
    `{"Name":"Ana","leadId":"${id}","attribution":{"utm_source":"flyer"},"consent":"2026-11"}`,
  )
  expect(webhookBody({ ...lead, extras: { consent: '2026-11' } }, ['attribution'])).toBe(
    '{"Name":"Ana","attribution":{}}',
  )
})
