import { beforeEach, expect, it, vi } from 'vitest'
import { isChange, saveBooking, thankYouDemo } from '@/lib/forms/client/booked-demo'
import { startChangeByAddress } from '@/lib/forms/client/start-change'
import { stubStorage } from '../../../support/visitor/storage'

const start = '20261205T123000'
const entries = { thread: '3f0e5f1c', fullName: 'Ana', interestedServices: ['chat-agent'] }
let session: Map<string, string>
let local: Map<string, string>

beforeEach(() => {
  session = stubStorage('sessionStorage')
  local = stubStorage('localStorage')
  vi.stubGlobal('location', { search: '' })
  vi.useFakeTimers({ now: Date.parse('2026-11-20T20:00:00Z'), toFake: ['Date'] })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function booking(preferredTime: string, preferredDate = '2026-12-05'): FormData {
  const form = new FormData()
  form.set('preferredDate', preferredDate)
  form.set('preferredTime', preferredTime)
  return form
}

it('a booking is stored once with its entries, and its start for the visit', () => {
  expect(saveBooking(booking('12:30 PM'), entries)).toBe('')
  expect(Object.fromEntries(session)).toEqual({ demoStartTime: start })
  expect([...local.keys()]).toEqual(['bookedDemo'])
  expect(JSON.parse(local.get('bookedDemo') ?? '')).toEqual({ start, entries })
  expect(thankYouDemo.start()).toBe(start)
  expect(['thread', 'fullName', 'email'].map(thankYouDemo.entry)).toEqual(['3f0e5f1c', 'Ana', ''])
})

it('a change of the booked demo keeps the start that it has replaced, and another demo does not', () => {
  const befores = [booking('12:30 PM'), booking('2:00 PM'), booking('3:00 PM', '2026-12-07')].map(
    (posted) => {
      saveBooking(posted, entries)
      return thankYouDemo.before()
    },
  )
  expect(befores).toEqual([null, start, '20261205T140000'])
  saveBooking(booking('1:00 PM'), { ...entries, thread: 'another' })
  expect(thankYouDemo.before()).toBeNull()
})

it('the entries of another demo than the page shows stay hidden', () => {
  saveBooking(booking('12:30 PM'), entries)
  session.set('demoStartTime', '20261205T133000')
  expect([thankYouDemo.start(), thankYouDemo.entry('fullName')]).toEqual(['20261205T133000', null])
  vi.stubGlobal('location', { search: '?demo=20261206T123000' })
  expect([thankYouDemo.start(), thankYouDemo.entry('fullName')]).toEqual(['20261206T123000', null])
})

it('where nothing can be stored, the address has the start and nothing about the person', () => {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  const address = saveBooking(booking('12:30 PM'), entries)
  expect(address).toBe(`?demo=${start}`)
  vi.stubGlobal('location', { search: address })
  expect([thankYouDemo.start(), thankYouDemo.entry('fullName')]).toEqual([start, null])
})

it.each([
  ['2026-12-05', '', undefined],
  ['x2026-12-05', '12:30 PM', undefined],
  [' 2026-12-05 ', ' 12:30 PM ', start],
])('the start that is stored of a booking on "%s" at "%s": %s', (day, time, stored) => {
  saveBooking(booking(time, day), {})
  expect(session.get('demoStartTime')).toBe(stored)
})

it.each(['?demo=20261205T1230001', '?a?demo=20261205T123000'])(
  'the address %s has no start',
  (search) => {
    vi.stubGlobal('location', { search })
    expect(thankYouDemo.start()).toBeNull()
  },
)

it('a change is a draft at the review, with all entries and its thread, for a new version', () => {
  vi.stubGlobal('location', { search: '?change' })
  startChangeByAddress()
  expect(session.size).toBe(0)
  saveBooking(booking('12:30 PM'), { ...entries, submissionId: '3f0e5f1c' })
  startChangeByAddress()
  const draft = { step: 4, entries: { ...entries, submissionId: '' } }
  expect(JSON.parse(session.get('bookingDraft') ?? '')).toEqual(draft)
  const changed = JSON.stringify({ ...draft, entries: { ...draft.entries, fullName: 'Bo' } })
  session.set('bookingDraft', changed)
  startChangeByAddress()
  expect(session.get('bookingDraft')).toBe(changed)
  expect([entries.thread, 'other', ''].map((thread) => isChange({ thread }))).toEqual([
    true,
    false,
    false,
  ])
})
