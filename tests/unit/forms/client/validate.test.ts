import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { requiredValues, sampleForm, sampleKind } from '../../../support/visitor/visitor'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.doUnmock('@/lib/forms/schema')
  vi.resetModules()
})

async function errorsOf(...names: string[]) {
  const { validateForm } = await import('@/lib/forms/client/submit')
  const options = { names, fields: {}, shouldUseNativeValidation: false } as const
  const values = { ...requiredValues(sampleKind), name: 'R2D2', phone: '' }
  const errors = await validateForm(sampleForm, values, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

it('reports every error of a submitted form, but not that a field which was only left is empty', async () => {
  expect(await errorsOf('phone', 'name', 'businessName')).toEqual({
    name: 'Invalid name format',
    phone: 'Phone Number is required',
  })
  expect(await errorsOf('phone')).toEqual({ name: 'Invalid name format' })
  // Of these, react-hook-form shows the one of the field that was left.
  expect(await errorsOf('name')).toEqual({
    name: 'Invalid name format',
    phone: 'Phone Number is required',
  })
})

it('reports nothing of a field without a value that was only left', async () => {
  const { findErrors } = await import('@/lib/forms/client/validate')
  const options = { names: ['phone'], fields: {}, shouldUseNativeValidation: false }
  const { phone: _, ...values } = requiredValues(sampleKind)
  expect(await findErrors(sampleForm, values, options)).toEqual({})
})

it('says how to keep the day of a booked demo that is changed, with the contacts that are set', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T20:00:00Z'), toFake: ['Date'] })
  vi.stubEnv('SUPPORT_EMAIL', 'help@px.example')
  vi.stubEnv('SUPPORT_PHONE', '(509) 555-0199')
  const { findErrors } = await import('@/lib/forms/client/validate')
  const options = { names: ['preferredDate'], fields: {}, shouldUseNativeValidation: false }
  const dayErrorOf = async (values: object) => {
    const booking = { preferredDate: '2026-11-26', ...values }
    return (await findErrors(bookingForm, booking, options)).preferredDate?.message
  }
  const tooEarly = 'Preferred Date must be Friday, November\u00a027, 2026 or later, Pacific Time'
  expect(await dayErrorOf({})).toBe(tooEarly)
  const booked = { start: '20991205T123000', entries: { submissionId: 'x', thread: 'x' } }
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(booked) })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await dayErrorOf({ submissionId: 'y', thread: 'x' })).toBe(
    `${tooEarly}. To keep your day, tell us when we call or contact us: help@px.example or (509) 555-0199`,
  )
})

it('reports nothing if the schema cannot be loaded: the server validates too', async () => {
  vi.doMock('@/lib/forms/schema', () => {
    throw new Error('ChunkLoadError')
  })
  expect(await errorsOf('name', 'phone', 'businessName')).toEqual({})
})
