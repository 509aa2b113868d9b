import { beforeEach, expect, it, vi } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { bookedDemo } from '@/lib/forms/client/booked-demo'
import { saveBookedDemo } from '@/lib/forms/client/save-booked-demo'
import { stubStorage } from '../../../support/visitor/storage'

let stored: Map<string, string>
let kept: Map<string, string>

beforeEach(() => {
  stored = stubStorage('sessionStorage')
  kept = stubStorage('localStorage')
  vi.stubGlobal('location', { search: '' })
  return () => vi.unstubAllGlobals()
})

function booking(preferredTime: string, preferredDate = '2026-12-05'): FormData {
  const form = new FormData()
  form.set('submissionId', '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10')
  form.set('fullName', 'Ana')
  form.set('businessName', 'Ruiz & Sons')
  form.set('email', 'ana@ruiz.com')
  form.set('phoneNumber', '(509) 555-0147')
  form.set('preferredDate', preferredDate)
  form.set('preferredTime', preferredTime)
  return form
}

it('stores start, name, business, email address, phone number and submission id of a booking', () => {
  const entries = { fullName: 'Ana' }
  expect(saveBookedDemo(bookingForm, booking('12:30 PM'), entries)).toBe('')
  const start = '20261205T123000'
  expect(JSON.parse(kept.get('bookedDemo') ?? '')).toEqual({ start, entries })
  expect(Object.fromEntries(stored)).toEqual({
    demoStartTime: '20261205T123000',
    demoName: 'Ana',
    demoBusiness: 'Ruiz & Sons',
    'demo-email': 'ana@ruiz.com',
    demoPhone: '(509) 555-0147',
    demoId: '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10',
  })
  const texts = ['fullName', 'businessName', 'phoneNumber'].map(bookedDemo.text)
  expect([bookedDemo.start(), ...texts, bookedDemo.submissionId()]).toEqual([
    '20261205T123000',
    'Ana',
    'Ruiz & Sons',
    '(509) 555-0147',
    '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10',
  ])
})

it('where nothing can be stored, the address has the start and nothing about the person', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const address = saveBookedDemo(bookingForm, booking('12:30 PM'), {})
  expect(address).toBe('?demo=20261205T123000')
  vi.stubGlobal('location', { search: '?demo=20261205T123000' })
  expect([bookedDemo.start(), bookedDemo.text('fullName')]).toEqual(['20261205T123000', null])
})

it('stores the label of what was chosen for a field on the ticket', () => {
  const crew = {
    type: 'select',
    label: 'Crew',
    options: [
      { value: 'one', label: 'One truck' },
      { value: 'two', label: 'Two trucks' },
    ],
    ticket: true,
  } as const
  const posted = booking('12:30 PM')
  posted.set('crew', 'two')
  saveBookedDemo({ ...bookingForm, fields: { crew, later: crew } }, posted, {})
  expect(stored.has('demoName')).toBe(false)
  expect(['crew', 'later'].map(bookedDemo.text)).toEqual(['Two trucks', ''])
})

it.each([
  ['2026-12-05', '', undefined],
  ['x2026-12-05', '12:30 PM', undefined],
  [' 2026-12-05 ', ' 12:30 PM ', '20261205T123000'],
])('the start that is stored of a booking on "%s" at "%s": %s', (day, time, start) => {
  saveBookedDemo(bookingForm, booking(time, day), {})
  expect(stored.get('demoStartTime')).toBe(start)
})

it.each(['?demo=20261205T1230001', '?a?demo=20261205T123000'])(
  'the address %s has no start',
  (search) => {
    vi.stubGlobal('location', { search })
    expect(bookedDemo.start()).toBeNull()
  },
)
