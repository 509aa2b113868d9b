import { beforeEach, expect, it, vi } from 'vitest'
import { bookedDemo, saveBookedDemo } from '@/lib/forms/client/booked-demo'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('location', { hash: '' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

function booking(preferredTime: string): FormData {
  const form = new FormData()
  form.set('submissionId', '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10')
  form.set('fullName', 'Ana')
  form.set('businessName', 'Ruiz & Sons')
  form.set('phoneNumber', '(509) 555-0147')
  form.set('preferredDate', '2026-12-05')
  form.set('preferredTime', preferredTime)
  return form
}

it('stores start, name, business, phone number and submission id of a booking', () => {
  expect(saveBookedDemo(booking('12:30 PM'))).toBe('')
  expect(Object.fromEntries(stored)).toEqual({
    demoStartTime: '20261205T123000',
    demoName: 'Ana',
    demoBusiness: 'Ruiz & Sons',
    demoPhone: '(509) 555-0147',
    demoId: '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10',
  })
  const { start, name, business, phone, submissionId } = bookedDemo
  expect([start(), name(), business(), phone(), submissionId()]).toEqual([
    '20261205T123000',
    'Ana',
    'Ruiz & Sons',
    '(509) 555-0147',
    '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10',
  ])
})

it('where nothing can be stored, the address has the start and nothing about the person', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const fragment = saveBookedDemo(booking('12:30 PM'))
  expect(fragment).toBe('#20261205T123000')
  vi.stubGlobal('location', { hash: fragment })
  expect([bookedDemo.start(), bookedDemo.name()]).toEqual(['20261205T123000', null])
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
