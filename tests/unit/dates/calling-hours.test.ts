import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CallingHours, lateSince } from '@/lib/dates/calling-hours'

/** `callingHours` of lib/content/owner.ts: from which day on a demo can be booked. */

const weekdays: CallingHours = { days: 'Monday to Friday', from: 8, to: 18 }

afterEach(() => {
  vi.doUnmock('@/lib/content/owner')
  vi.resetModules()
  vi.useRealTimers()
})

async function load(callingHours: CallingHours | null) {
  vi.doMock('@/lib/content/owner', () => ({ owner: { callingHours } }))
  vi.resetModules()
  const { firstBookableDay } = await import('@/lib/dates/bookable-days')
  return (time: string) => firstBookableDay(new Date(time))
}

describe('the first day that can be booked is the one after the day on which the promised call ends', () => {
  it.each([
    ['on a weekday', '2026-11-19T12:00-08:00', '2026-11-20'],
    ['before the hours begin', '2026-11-19T05:00-08:00', '2026-11-20'],
    ['two hours before they end', '2026-11-19T16:00-08:00', '2026-11-20'],
    ['less than two hours before they end', '2026-11-19T16:01-08:00', '2026-11-21'],
    ['in the night', '2026-11-18T23:00-08:00', '2026-11-20'],
    ['at midnight', '2026-11-19T00:00-08:00', '2026-11-20'],
    ['on Friday afternoon', '2026-11-20T17:00-08:00', '2026-11-24'],
    ['on Saturday evening', '2026-11-21T20:00-08:00', '2026-11-24'],
    ['on Sunday', '2026-11-22T12:00-08:00', '2026-11-24'],
    ['before clocks are set back', '2026-10-30T16:30-07:00', '2026-11-03'],
    ['on the day on which they are', '2026-11-01T23:30-08:00', '2026-11-03'],
    ['before they are set ahead', '2027-03-12T15:59-08:00', '2027-03-13'],
    ['on the day on which they are', '2027-03-14T23:30-07:00', '2027-03-16'],
  ])('with calls from Monday to Friday, %s: %s', async (_, time, day) => {
    expect((await load(weekdays))(time)).toBe(day)
  })

  it.each<[days: CallingHours['days'], time: string, day: string]>([
    ['Saturday to Monday', '2026-11-23T17:00-08:00', '2026-11-29'],
    ['Saturday to Monday', '2026-11-21T17:00-08:00', '2026-11-23'],
    ['Wednesday', '2026-11-19T12:00-08:00', '2026-11-26'],
    ['Monday to Sunday', '2026-11-21T17:00-08:00', '2026-11-23'],
  ])('with calls on %s', async (days, time, day) => {
    expect((await load({ ...weekdays, days }))(time)).toBe(day)
  })

  it('at any hour', async () => {
    const first = await load({ days: 'Monday to Sunday', from: 0, to: 24 })
    expect(first('2026-11-21T22:00-08:00')).toBe('2026-11-22')
    expect(first('2026-11-21T22:01-08:00')).toBe('2026-11-23')
  })

  it('without calling hours it is tomorrow', async () => {
    expect((await load(null))('2026-11-20T23:59-08:00')).toBe('2026-11-21')
  })
})

it('validation refuses an earlier day', async () => {
  const now = new Date('2026-11-21T20:00-08:00')
  vi.useFakeTimers({ toFake: ['Date'], now })
  const results = []
  for (const hours of [weekdays, null]) {
    await load(hours)
    const { sampleValues } = await import('@/lib/forms/samples')
    const { validateLead } = await import('@/lib/forms/schema')
    const messages = ['2026-11-23', '2026-11-24'].map((preferredDate) => {
      const result = validateLead('booking', { ...sampleValues('booking'), preferredDate })
      return 'fields' in result && result.fields
    })
    results.push(messages)
  }
  const preferredDate =
    'Preferred Date must be Tuesday, November\u00a024, 2026 or later, Pacific Time'
  expect(results).toEqual([
    [{ preferredDate }, false],
    [false, false],
  ])
})

describe('a lead is late once the promised hours have passed since it came in', () => {
  it.each([
    ['within the hours', '2026-11-19T12:00:00.500-08:00', '2026-11-19T10:00:00.500-08:00'],
    ['as they begin', '2026-11-19T08:00-08:00', '2026-11-18T18:00-08:00'],
    ['two hours after', '2026-11-19T10:00-08:00', '2026-11-19T08:00-08:00'],
    ['in the night', '2026-11-19T23:00-08:00', '2026-11-19T18:00-08:00'],
    ['before the morning', '2026-11-20T07:59-08:00', '2026-11-19T18:00-08:00'],
    ['an hour after it', '2026-11-20T09:00-08:00', '2026-11-19T19:00-08:00'],
    ['on a Sunday', '2026-11-22T09:00-08:00', '2026-11-21T19:00-08:00'],
    ['as clocks are set back', '2026-11-01T09:00-08:00', '2026-10-31T19:00-07:00'],
    ['as clocks are set ahead', '2027-03-14T09:00-07:00', '2027-03-13T19:00-08:00'],
  ])('without calling hours, %s: %s', (_, now, since) => {
    expect(new Date(lateSince(Date.parse(now), null))).toEqual(new Date(since))
  })

  it.each([
    ['on Friday evening', '2026-11-20T18:00-08:00', '2026-11-20T16:00-08:00'],
    ['on Saturday', '2026-11-21T12:00-08:00', '2026-11-20T16:00-08:00'],
    ['on Monday morning', '2026-11-23T09:00-08:00', '2026-11-20T17:00-08:00'],
    ['after clocks were set back', '2026-11-02T09:00-08:00', '2026-10-30T17:00-07:00'],
    ['after they were set ahead', '2027-03-15T09:00-07:00', '2027-03-12T17:00-08:00'],
  ])('with calls from Monday to Friday, %s: %s', (_, now, since) => {
    expect(new Date(lateSince(Date.parse(now), weekdays))).toEqual(new Date(since))
  })
})

it.each<[CallingHours, string]>([
  [{ days: 'Monday', from: 0, to: 12 }, 'Monday, 12 AM to 12 PM'],
  [{ days: 'Saturday to Monday', from: 11, to: 24 }, 'Saturday to Monday, 11 AM to 12 AM'],
])('the words of the pages follow from %j', async (hours, words) => {
  await load(hours)
  const { callingHours } = await import('@/lib/content/calls')
  expect(callingHours).toBe(
    `We call ${words.replaceAll(/ (?=[AP]M)/g, '\u00a0')} Pacific Time. Only this time counts toward the 2 hours.`,
  )
})
