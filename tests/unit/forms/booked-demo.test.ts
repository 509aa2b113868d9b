import { beforeEach, expect, it, vi } from 'vitest'
import { bookedDemo, saveBookedDemo } from '@/lib/forms/booked-demo'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

function booking(preferredTime: string, submissionId = '3f2a'): FormData {
  const form = new FormData()
  form.set('fullName', 'Ana')
  form.set('businessName', 'Ruiz & Sons')
  form.set('phoneNumber', '(509) 555-0147')
  form.set('submissionId', submissionId)
  form.set('preferredDate', '2026-12-05')
  form.set('preferredTime', preferredTime)
  return form
}

it('stores start, name, business, phone number and id of a booking', () => {
  saveBookedDemo(booking('12:30 PM'))
  expect(Object.fromEntries(stored)).toEqual({
    demoStartTime: '20261205T123000',
    demoName: 'Ana',
    demoBusiness: 'Ruiz & Sons',
    demoPhone: '(509) 555-0147',
    demoId: '3f2a',
  })
  const { start, name, business, phone, id } = bookedDemo
  expect([start(), name(), business(), phone(), id()]).toEqual([
    '20261205T123000',
    'Ana',
    'Ruiz & Sons',
    '(509) 555-0147',
    '3f2a',
  ])
})

it('keeps the id when the visitor books another time', () => {
  saveBookedDemo(booking('12:30 PM'))
  saveBookedDemo(booking('1:00 PM', '77c0'))
  expect([bookedDemo.start(), bookedDemo.id()]).toEqual(['20261205T130000', '3f2a'])
})

it('stores empty texts of a form without the fields', () => {
  saveBookedDemo(new FormData())
  expect(Object.fromEntries(stored)).toEqual({
    demoName: '',
    demoBusiness: '',
    demoPhone: '',
    demoId: '',
  })
})

it('stores no start of a booking without a time', () => {
  saveBookedDemo(booking(''))
  expect(stored.has('demoStartTime')).toBe(false)
})
