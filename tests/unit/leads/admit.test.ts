import { expect, it } from 'vitest'
import { countersLeft, holdReasonOf, type LeadCounter, verdict } from '@/lib/leads/admit'
import { newLead } from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

it.each([
  ['900-555-0147', 'unsafe-phone'],
  ['911-555-0147', 'unsafe-phone'],
  ['509-555-0147', null],
  ['555-123-4567', null],
  ['+44 20 7946 0958', null],
])('whether a lead with the number %s is held for: %s', (phone, holdReason) => {
  const lead = { ...newLead(), kind: sampleKind, payload: { Phone: phone } } as const
  expect(holdReasonOf(lead, false)).toBe(holdReason)
})

const twice = { periodMs: 3_600_000, limit: 2 }
const repeats: LeadCounter = { ...twice, of: 'repeats', key: 'repeat' }
const counters: LeadCounter[] = [
  { ...twice, of: 'delay', key: 'delay' },
  { ...twice, of: 'delay', key: 'mail delay' },
  { ...twice, of: 'client', key: 'client' },
  { ...twice, of: 'client', key: 'network' },
  { ...twice, of: 'contact', key: 'phone', reason: 'repeated-phone' },
  { ...twice, of: 'contact', key: 'email', reason: 'repeated-email' },
  { ...twice, of: 'total', key: 'total' },
]
const all = ['delay', 'mail delay', 'client', 'network', 'phone', 'email', 'total']

it.each([
  [null, [], { reason: null, counted: all }],
  [null, ['delay'], { refused: { status: 'too-fast' } }],
  [null, ['mail delay', 'client'], { refused: { status: 'too-fast' } }],
  ['honeypot', ['client'], { refused: { status: 'too-many', minutes: 2 } }],
  [null, ['client', 'network', 'total'], { refused: { status: 'too-many', minutes: 3 } }],
  ['honeypot', ['phone', 'total'], { reason: 'honeypot', counted: all.slice(0, 4) }],
  [null, ['email', 'total'], { reason: 'repeated-email', counted: all.slice(0, 4) }],
  [null, ['total'], { reason: 'flood', counted: all.slice(0, -1) }],
] as const)(
  'a lead with the hold reason %s, and %j at their limits, is %j',
  (hold, full, expected) => {
    const names: readonly string[] = full
    const counts = new Map(
      all.map((key, index) => [
        key,
        { count: names.includes(key) ? 2 : 1, msLeft: (index - 1) * 60_000 + 1 },
      ]),
    )
    const { refused, ...admission } = verdict(hold, counters, counts)
    const result = refused
      ? { refused }
      : { ...admission, counted: admission.counted.map(({ key }) => key) }
    expect(result).toEqual(expected)
  },
)

it.each([
  ['a new lead', undefined, false, [2, 2, 2, 2, 2, 2, 2]],
  ['a change of a booking', undefined, true, [2, 2, 4, 4, 4, 4, 2]],
  ['a lead that waits', { state: 'pending', reason: null, outcome: null }, true, []],
  ['a lead that was rejected', { state: 'pending', reason: null, outcome: 'rejected' }, true, []],
  ['a lead that may have arrived', { state: 'dead', reason: null, outcome: 'timeout' }, true, [2]],
  ['a held lead', { state: 'held', reason: 'repeated-phone' }, false, [2, 2, 2]],
  ['a lead that the total has held', { state: 'held', reason: 'flood' }, false, [2]],
])('%s meets these limits', (_, known, isChange, limits) => {
  const left = countersLeft({ holdReason: null, counters: [...counters, repeats] }, known, isChange)
  expect(left.map(({ limit }) => limit)).toEqual(limits)
})

it('a lead that has been repeated too often is not sent', () => {
  const repeated = (count: number) =>
    verdict(null, [repeats], new Map([['repeat', { count, msLeft: 1 }]]))
  expect(repeated(2)).toEqual({ reason: null, isRepeated: true, counted: [] })
  expect(repeated(1)).toEqual({ reason: null, counted: [repeats] })
})
