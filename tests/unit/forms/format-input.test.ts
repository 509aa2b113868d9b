import { expect, it } from 'vitest'
import { formatPhone, formatWebsite } from '@/lib/forms/format-input'

it('turns dots, slashes and long dashes of a phone number into hyphens', () => {
  expect(formatPhone(' 509.555/0147')).toBe('509-555-0147')
  expect(formatPhone('509–555–0147')).toBe('509-555-0147')
})

it('completes a bare domain and keeps any other text', () => {
  expect(formatWebsite('ruizplumbing.com')).toBe('https://ruizplumbing.com')
  expect(formatWebsite('ruizplumbing.com/drains')).toBe('https://ruizplumbing.com/drains')
  expect(formatWebsite('http://ruizplumbing.com')).toBe('http://ruizplumbing.com')
  expect(formatWebsite('none')).toBe('none')
  expect(formatWebsite('')).toBe('')
})
