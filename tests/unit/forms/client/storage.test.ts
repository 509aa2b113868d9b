import { beforeEach, expect, it, vi } from 'vitest'
import {
  isBookingUnderWay,
  keepFirstVisit,
  readBookedDemo,
  readDraft,
  readFirstVisit,
  readSession,
  removeBookedDemo,
  removeDraft,
  startKey,
  storeBookedDemo,
  writeDraft,
  writeSession,
} from '@/lib/forms/client/storage'
import { stubStorage } from '../../../support/visitor/storage'
import { sampleKind } from '../../../support/visitor/visitor'

let stored: Map<string, string>
let kept: Map<string, string>

beforeEach(() => {
  stored = stubStorage('sessionStorage')
  kept = stubStorage('localStorage')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T20:00:00Z') })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

it('keeps the first page of a visit, and no later one', () => {
  expect(readFirstVisit()).toBeNull()
  keepFirstVisit('https://px.example/?utm_source=flyer', 'https://search.example/')
  keepFirstVisit('https://px.example/book-demo', '')
  const first = '["https://px.example/?utm_source=flyer","https://search.example/"]'
  expect([...stored]).toEqual([['visit', first]])
  expect(readFirstVisit()).toBe(first)
})

it('keeps the draft of each form until it is removed', () => {
  writeDraft('booking', 'b')
  writeDraft(sampleKind, 'c')
  removeDraft('booking')
  expect([readDraft('booking'), readDraft(sampleKind)]).toEqual([null, 'c'])
})

it.each([
  ['{"step":2}', true],
  ['{"step":1}', false],
  ['{', false],
  [null, false],
])('whether a booking is under way, with the draft %s: %s', (draft, expected) => {
  if (draft) stored.set('bookingDraft', draft)
  writeDraft(sampleKind, '{"step":2}')
  expect(isBookingUnderWay()).toBe(expected)
})

const booking = { start: '20261205T123000', entries: { fullName: 'Ana' } }

it('keeps a booked demo until it begins, and then deletes it', () => {
  expect(readBookedDemo()).toBeNull()
  storeBookedDemo(booking)
  expect([...kept.keys()]).toEqual(['bookedDemo'])
  vi.setSystemTime('2026-12-05T20:29:59Z')
  expect(readBookedDemo()).toEqual(booking)
  vi.setSystemTime('2026-12-05T20:30:00Z')
  expect(readBookedDemo()).toBeNull()
  expect(kept.size).toBe(0)
})

it('keeps a demo in summer until it begins, too', () => {
  storeBookedDemo({ ...booking, start: '20270704T150000' })
  vi.setSystemTime('2027-07-04T21:59:59Z')
  expect(readBookedDemo()?.start).toBe('20270704T150000')
  vi.setSystemTime('2027-07-04T22:00:00Z')
  expect(readBookedDemo()).toBeNull()
})

it.each(['{', 'null', '{}', '{"start":"soon","entries":{}}'])(
  'reads null of what another program has stored: %s',
  (text) => {
    kept.set('bookedDemo', text)
    expect(readBookedDemo()).toBeNull()
  },
)

it('reads null, and does not throw, where the browser forbids it', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const blocked = { getItem: forbidden, setItem: forbidden, removeItem: forbidden }
  vi.stubGlobal('sessionStorage', blocked)
  vi.stubGlobal('localStorage', blocked)
  writeSession(startKey, '20261205T123000')
  removeDraft('booking')
  storeBookedDemo(booking)
  removeBookedDemo()
  expect([readSession(startKey), isBookingUnderWay(), readBookedDemo()]).toEqual([
    null,
    false,
    null,
  ])
})
