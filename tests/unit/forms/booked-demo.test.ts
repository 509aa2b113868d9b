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

function booking(preferredTime: string): FormData {
  const form = new FormData()
  form.set('fullName', 'Ana')
  form.set('businessName', 'Ruiz & Sons')
  form.set('preferredDate', '2026-12-05')
  form.set('preferredTime', preferredTime)
  return form
}

it('stores start, name and business of a booking', () => {
  saveBookedDemo(booking('12:30 PM'))
  expect(stored.get('demoStartTime')).toBe('20261205T123000')
  expect(bookedDemo.name()).toBe('Ana')
  expect(bookedDemo.business()).toBe('Ruiz & Sons')
})

it('stores no start of a booking without a time', () => {
  saveBookedDemo(booking(''))
  expect(stored.has('demoStartTime')).toBe(false)
})
