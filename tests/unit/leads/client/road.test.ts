import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendForm } from '@/lib/leads/client/road'
import type { SubmitResult } from '@/lib/leads/shared/result'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

// As when the chunk cannot be fetched.
vi.mock('@/lib/leads/client/submit-form', () => {
  throw new Error('ChunkLoadError')
})

function booking(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const answering = (status: 'accepted' | 'undelivered') => async (): Promise<SubmitResult> => ({
  status,
})

it('a booked demo is stored by the submission itself, whatever scripts did not arrive', async () => {
  const form = booking({ preferredDate: '2026-12-05', preferredTime: '12:30 PM' })
  await sendForm('booking', form, answering('accepted'))
  expect(stored.get('demoStartTime')).toBe('20261205T123000')
})

it.each([
  ['a refused booking', 'booking', 'undelivered', '12:30 PM'],
  ['a callback', 'call-our-ai', 'accepted', '12:30 PM'],
  ['a booking without a time', 'booking', 'accepted', ''],
] as const)('%s stores no start', async (_name, kind, status, preferredTime) => {
  await sendForm(kind, booking({ preferredDate: '2026-12-05', preferredTime }), answering(status))
  expect(stored.has('demoStartTime')).toBe(false)
})
