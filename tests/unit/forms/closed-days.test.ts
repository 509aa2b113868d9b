import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** CLOSED_DAYS: what the booking form says of it to agents, and which days validation refuses. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

async function load(closedDays: string) {
  vi.stubEnv('CLOSED_DAYS', closedDays)
  vi.resetModules()
  const { sampleValues } = await import('@/lib/forms/samples')
  const { validateLead } = await import('@/lib/forms/schema')
  const sample = sampleValues('booking')
  return {
    sampleDay: sample.preferredDate,
    description: (await import('@/lib/forms/booking-form')).bookingForm.fields.preferredDate
      .description,
    /** The message about a day, or undefined if it can be booked. */
    refusal(preferredDate: string) {
      const result = validateLead('booking', { ...sample, preferredDate })
      return 'fields' in result ? result.fields.preferredDate : undefined
    },
  }
}

const closed = (next: string) =>
  `Preferred Date is a day on which we are closed: the next open day is ${next}`

it('a closed day is refused with the next open day', async () => {
  const { refusal } = await load('sat,sun,2026-11-27,12-25')
  expect(refusal('2026-11-26')).toBeUndefined()
  expect(refusal('2026-11-27')).toBe(closed('Monday, November\u00a030, 2026'))
  expect(refusal('2026-11-29')).toBe(closed('Monday, November\u00a030, 2026'))
  expect(refusal('2026-12-25')).toBe(closed('Monday, December\u00a028, 2026'))
})

it('a day out of range is refused with the first or the last open day', async () => {
  const { refusal, sampleDay } = await load('2026-11-26,fri,2027-11-25,wed')
  const tooEarly = 'Preferred Date must be Saturday, November\u00a028, 2026 or later, Pacific Time'
  const tooLate = 'Preferred Date must be Tuesday, November\u00a023, 2027 or earlier, Pacific Time'
  expect(refusal('2026-11-25')).toBe(tooEarly)
  expect(refusal('2026-11-26')).toBe(closed('Saturday, November\u00a028, 2026'))
  expect(refusal('2026-11-28')).toBeUndefined()
  expect(refusal('2027-11-23')).toBeUndefined()
  expect(refusal('2027-11-24')).toBe(tooLate)
  expect(refusal('2027-11-26')).toBe(tooLate)
  // For test leads.
  expect(sampleDay).toBe('2026-11-28')
})

it.each([
  ['', ''],
  ['sat,2026-11-26,12-25', ', except sat,2026-11-26,12-25'],
])('agents read which days are closed: "%s"', async (closedDays, words) => {
  const { description } = await load(closedDays)
  expect(description).toBe(
    `YYYY-MM-DD, after today, up to a year from now, in Pacific Time${words}`,
  )
})
