import { afterEach, describe, expect, it, vi } from 'vitest'
import { bookableRange } from '@/lib/dates/bookable-days'
import { type FormValues, toFormValues } from '@/lib/forms/form-data'
import { forms, type LeadKind } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload, idsOf } from '@/lib/leads/accept'
import { messageOf } from '@/lib/leads/send'
import { site as product } from '@/lib/site'
import { requiredValues, sampleKind } from '../../support/visitor/visitor'

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
  phoneNumber: '-509-555-0147',
  businessName: '-IMPORTDATA(D2&A2)',
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
  it('has the keys of the specification in their order, and no formula that a spreadsheet would run', () => {
    expect(wire('booking', booking, at('2026-11-20T20:05:09.120Z'))).toBe(
      JSON.stringify({
        fullName: "Ana O'Brien",
        businessName: "'-IMPORTDATA(D2&A2)",
        email: 'ana@ruiz.com',
        phoneNumber: '-509-555-0147',
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

  it('has an empty text for each optional field that is empty, and joins only the challenges that there are', () => {
    const sent = (optional: FormValues) => {
      const now = at('2026-11-20T20:05:09.120Z')
      const { website, challenges, interestedServices, additionalNotes } = JSON.parse(
        wire(
          'booking',
          {
            ...requiredValues('booking'),
            preferredDate: '2026-12-05',
            preferredTime: '3:00 PM',
            ...optional,
          },
          now,
        ),
      )
      return [website, challenges, interestedServices, additionalNotes]
    }
    expect(sent({})).toEqual(['', '', '', ''])
    expect(sent({ challenges: ['Manage referrals'], customChallenge: ' ' })[1]).toBe(
      'Manage referrals',
    )
    expect(sent({ challenges: [], customChallenge: '＝Dogs' })[1]).toBe("'＝Dogs")
  })

  it('has day and time of submission in Pacific time, before and after clock changes', () => {
    const submitted = (iso: string) => {
      const entries = { ...booking, preferredDate: bookableRange(at(iso)).first }
      const { submissionDate, submissionTime } = JSON.parse(wire('booking', entries, at(iso)))
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
  const lead = {
    id,
    thread: id,
    kind: sampleKind,
    payload: { Name: 'Ana' },
    extras,
    version: 1,
    replaces: null,
  }
  expect(messageOf(lead, []).body).toBe('{"Name":"Ana"}')
  expect(messageOf(lead, ['leadId', 'attribution', 'consent']).body).toBe(
    `{"Name":"Ana","leadId":"${id}","attribution":{"utm_source":"flyer"},"consent":"2026-11"}`,
  )
  expect(messageOf({ ...lead, extras: { consent: '2026-11' } }, ['attribution']).body).toBe(
    '{"Name":"Ana","attribution":{}}',
  )
})

it('the headers of a lead name its form by a hash, its version, and the version before, and of a booking its calendar event', () => {
  const ids = { id: 'a', thread: '5f0c1c1e-0000-4000-8000-000000000001' }
  const lead = { ...ids, kind: sampleKind, payload: {}, extras: { consent: '' } }
  const form = 'UqOZcLpAyu3rEtPRm908kEYfRt3LcFWbEm8qKISCfWU'
  expect(messageOf({ ...lead, version: 7, replaces: null }, []).headers).toEqual({
    'webhook-form': form,
    'webhook-version': '7',
  })
  const change = { ...lead, kind: 'booking', id: 'b', version: 8, replaces: 'a' } as const
  expect(messageOf(change, []).headers).toEqual({
    'calendar-uid': '5f0c1c1e-0000-demo@plumbing-xperience',
    'webhook-form': form,
    'webhook-version': '8',
    'webhook-replaces': 'a',
  })
})

it('the id of a lead is the same in every version', () => {
  const payload = { Name: 'Ana', submittedAt: '2026-11-20T20:05:09.120Z' }
  const { id } = idsOf('5f0c1c1e-0000-4000-8000-000000000001', 'booking', payload)
  expect(id).toBe('a130da19-40f2-819a-ae3e-f905788236dc')
})
