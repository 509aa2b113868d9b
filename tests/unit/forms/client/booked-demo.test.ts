import { beforeEach, expect, it, vi } from 'vitest'
import { readBookedDemo, removeBookedDemo, storeBookedDemo } from '@/lib/forms/client/booked-demo'
import { isChange, startChange } from '@/lib/forms/client/change-demo'
import { stubStorage } from '../../../support/visitor/storage'

let kept: Map<string, string>
let drafts: Map<string, string>

beforeEach(() => {
  kept = stubStorage('localStorage')
  drafts = stubStorage('sessionStorage')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T20:00:00Z') })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

const submissionId = '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10'
const booking = {
  start: '20261205T123000',
  entries: {
    submissionId,
    thread: submissionId,
    fullName: 'Ana',
    challenges: ['Manage referrals'],
  },
}

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
  vi.stubGlobal('localStorage', blocked)
  storeBookedDemo(booking)
  removeBookedDemo()
  startChange()
  expect([readBookedDemo(), drafts.size]).toEqual([null, 0])
})

it('changes it by a draft at the review, with all entries and its thread, for a new version', () => {
  storeBookedDemo(booking)
  startChange()
  const draft = JSON.parse(drafts.get('bookingDraft') ?? '')
  expect(draft).toEqual({
    step: 4,
    entries: { ...booking.entries, submissionId: '' },
  })
  expect([submissionId, 'other', ''].map((thread) => isChange({ thread }))).toEqual([
    true,
    false,
    false,
  ])
})
