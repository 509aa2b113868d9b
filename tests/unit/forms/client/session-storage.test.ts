import { beforeEach, expect, it, vi } from 'vitest'
import {
  isBookingUnderWay,
  keepFirstVisit,
  readDraft,
  readFirstVisit,
  readSession,
  removeDraft,
  startKey,
  writeDraft,
  writeSession,
} from '@/lib/forms/client/session-storage'
import { stubStorage } from '../../../support/visitor/storage'
import { sampleKind } from '../../../support/visitor/visitor'

let stored: Map<string, string>

beforeEach(() => {
  stored = stubStorage('sessionStorage')
  return () => vi.unstubAllGlobals()
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

it('reads null, and does not throw, where the browser forbids it', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  writeSession(startKey, '20261205T123000')
  removeDraft('booking')
  expect([readSession(startKey), isBookingUnderWay()]).toEqual([null, false])
})
