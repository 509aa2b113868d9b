import { describe, expect, it } from 'vitest'
import { campaignOf, getAttribution, isPersonal, parseAttribution } from '@/lib/forms/attribution'

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

  it.each(['utm_zz_a', 'my_utm_source', 'utm_email', 'utm_source_platform', 'gclid2', '__proto__'])(
    'does not keep the parameter %s',
    (name) => expect(parseAttribution(`{"${name}":"x"}`)).toBeUndefined(),
  )

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

it.each([
  ['utm_source', false],
  ['landing_path', false],
  ['landing_path_2', true],
  ['not_utm_source', true],
  ['referrer', true],
  ['gclid', true],
])('whether %s can be personal: %s', (name, expected) => {
  expect(isPersonal(name)).toBe(expected)
})

it('keeps what can be personal, because it is deleted with the lead', () => {
  const sent = { referrer: 'https://search.example/?q=ana@ruiz.com', gclid: '5095550147' }
  expect(parseAttribution(JSON.stringify(sent))).toEqual(sent)
})

it.each([
  [
    { utm_source: 'google', utm_campaign: 'spring', referrer: 'https://a.example/' },
    'google / spring',
  ],
  [{ utm_campaign: 'spring' }, 'spring'],
  [{ utm_source: 'x'.repeat(300) }, 'x'.repeat(80)],
  [{ referrer: 'https://www.a.example:8080/ana?q=1', landing_path: '/' }, 'www.a.example:8080'],
  [{ referrer: 'https://5095550147.example/' }, 'direct'],
  [{ referrer: 'no address', utm_medium: 'cpc' }, 'direct'],
  [{}, 'direct'],
])('a visit with %j is counted as %s', (attribution, campaign) => {
  expect(campaignOf(attribution)).toBe(campaign)
})
