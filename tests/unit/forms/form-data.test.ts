import { describe, expect, it } from 'vitest'
import { parseAttribution, parseFormValues, parseSubmissionMeta } from '@/lib/forms/form-data'
import { getAttribution } from '@/lib/forms/validate'

describe('parseFormValues', () => {
  it('reads the text fields of the form and nothing else', () => {
    const form = new FormData()
    form.append('name', 'Ana')
    form.append('name', 'Second')
    form.append('phone', new Blob(['x']), 'x.txt')
    form.append('__proto__', 'x')
    form.append('source', 'elsewhere')
    expect(parseFormValues('call-our-ai', form)).toEqual({
      name: 'Ana',
      phone: '',
      businessName: '',
    })
  })

  it('reads choices as lists without repeats', () => {
    const form = new FormData()
    for (const choice of ['a', 'b', 'a']) form.append('challenges', choice)
    expect(parseFormValues('booking', form)).toMatchObject({
      challenges: ['a', 'b'],
      interestedServices: [],
    })
  })

  it.each([null, undefined, 'text', 7, {}, [], { get: 'x' }])(
    'reads %s as an empty form',
    (input) => {
      const empty = { name: '', phone: '', businessName: '' }
      expect(parseFormValues('call-our-ai', input)).toEqual(empty)
    },
  )
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
  it('cleans values like other text', () => {
    const sent = {
      utm_source: ' fly\u0000er\u202e\n ',
      utm_term: '=IMPORTDATA("http://evil.example")',
      referrer: 'https://search.example/?q=<b>',
      landing_path: `/${'a'.repeat(299)}😀`.slice(0, -1),
    }
    expect(parseAttribution(JSON.stringify(sent))).toEqual({
      utm_source: 'flyer',
      utm_term: `'=IMPORTDATA("http://evil.example")`,
      referrer: 'https://search.example/?q=b',
      landing_path: `/${'a'.repeat(299)}`,
    })
  })

  it('limits values, ignores unknown entries and accepts any input', () => {
    const sent = {
      utm_source: 'x'.repeat(999),
      fbclid: 'f',
      evil: 'y',
      referrer: 7,
      landing_path: '/',
    }
    expect(parseAttribution(JSON.stringify(sent))).toEqual({
      utm_source: 'x'.repeat(300),
      fbclid: 'f',
      landing_path: '/',
    })
    for (const none of [undefined, null, 7, '', 'x', 'null', '[]', '{"a":"b"}'])
      expect(parseAttribution(none)).toBeUndefined()
  })

  it('limits all values together, because they are stored', () => {
    const sent = Object.fromEntries(
      [...'abcdefghijklmnop'].map((c) => [`utm_${c}`, 'x'.repeat(300)]),
    )
    const kept = parseAttribution(JSON.stringify(sent)) ?? {}
    expect(Object.values(kept).join('')).toHaveLength(2000)
  })
})

describe('parseSubmissionMeta', () => {
  const posted = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return parseSubmissionMeta(form)
  }

  it('reads a submission id that is a UUID', () => {
    const id = '5f0c1c1e-0000-4000-8000-00000000000a'
    expect(posted({ submissionId: id.toUpperCase() }).submissionId).toBe(id)
    for (const none of ['', '1', `${id}x`, "'; DROP TABLE leads"])
      expect(posted({ submissionId: none }).submissionId).toBeUndefined()
  })

  it('reads the attribution', () => {
    const attribution = { utm_source: 'flyer' }
    expect(posted({ attribution: JSON.stringify(attribution) })).toMatchObject({ attribution })
    expect(parseSubmissionMeta('x')).toEqual({})
  })
})
