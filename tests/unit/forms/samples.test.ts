import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preferredTimes } from '@/lib/forms/booking-form'
import { sampleValues } from '@/lib/forms/samples'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('fills in every field of a form for a test lead', () => {
  const callback = { name: 'Test Lead', phone: '5095550100', businessName: 'Test Lead' }
  expect(sampleValues('call-our-ai')).toEqual(callback)
  expect(sampleValues('see-ai-in-action')).toEqual({ ...callback, email: 'test@example.com' })
  const text = 'A test of the webhook. Please ignore.'
  expect(sampleValues('booking')).toEqual({
    fullName: 'Test Lead',
    businessName: 'Test Lead',
    email: 'test@example.com',
    phoneNumber: '5095550100',
    businessDescription: text,
    website: 'https://example.com',
    challenges: ['Missed calls after hours'],
    customChallenge: text,
    currentTools: text,
    interestedServices: ['ai-call-handling'],
    preferredDate: '2026-11-21',
    preferredTime: preferredTimes[0],
    additionalNotes: text,
  })
})
