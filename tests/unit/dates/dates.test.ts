import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { firstBookableDay, isBookable } from '@/lib/dates/bookable-days'
import {
  dayStart,
  formatInVisitorZone,
  formatLongDate,
  isIsoDate,
  parseTimestamp,
  slotStart,
  toIsoDate,
  toLocalDate,
} from '@/lib/dates/dates'
import { addDays, dayInZone, formatTimestamp, lastBookableDay, to24Hours } from '@/lib/dates/days'

it('the words of the zone are those of its id', async () => {
  const { zone } = await vi.importActual<typeof import('@/lib/dates/zone')>('@/lib/dates/zone')
  const named = (day: string, timeZoneName: 'longGeneric' | 'short') => {
    const options = { timeZone: zone.id, timeZoneName } as const
    return new Date(day).toLocaleDateString('en-US', options).split(', ')[1]
  }
  const clocks = ['2026-01-15', '2026-07-15'].map((day) => named(day, 'short'))
  expect(zone).toMatchObject({
    words: named('2026-01-15', 'longGeneric'),
    short: zone.words.replace(/( Standard)? Time$/, ''),
    clocks: [...new Set(clocks)].join('/'),
  })
})

const zones = ['UTC', 'America/New_York', 'America/Los_Angeles', 'Pacific/Auckland']

describe.each(zones)('with the process in %s', (zone) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    process.env.TZ = before
  })

  it('dayInZone is the day that Pacific clocks show', () => {
    expect(dayInZone(new Date('2026-11-21T07:59:59Z'))).toBe('2026-11-20')
    expect(dayInZone(new Date('2026-07-01T07:00:00Z'))).toBe('2026-07-01')
  })

  it('the first bookable day is tomorrow, or today at exactly midnight', () => {
    expect(firstBookableDay(new Date('2026-11-20T08:00:00.000Z'))).toBe('2026-11-20')
    expect(firstBookableDay(new Date('2026-11-20T08:00:00.001Z'))).toBe('2026-11-21')
    expect(firstBookableDay(new Date('2026-11-21T07:59:59.999Z'))).toBe('2026-11-21')
  })

  it('the first bookable day is correct around both clock changes', () => {
    expect(firstBookableDay(new Date('2026-03-08T20:00:00Z'))).toBe('2026-03-09')
    expect(firstBookableDay(new Date('2026-11-01T20:00:00Z'))).toBe('2026-11-02')
    expect(isBookable('2026-03-09', new Date('2026-03-09T07:00:00Z'))).toBe(true)
    expect(isBookable('2026-03-09', new Date('2026-03-09T07:00:01Z'))).toBe(false)
  })

  it('the last bookable day is a year from today', () => {
    expect(lastBookableDay(new Date('2026-11-21T07:59:59Z'))).toBe('2027-11-20')
    expect(lastBookableDay(new Date('2026-11-21T08:00:00Z'))).toBe('2027-11-21')
    expect(lastBookableDay(new Date('2028-02-29T20:00:00Z'))).toBe('2029-03-01')
    const now = new Date('2026-11-20T20:00:00Z')
    expect(isBookable('2027-11-20', now)).toBe(true)
    expect(isBookable('2027-11-21', now)).toBe(false)
  })

  it('a slot gets the offset that holds on its day', () => {
    expect(dayStart('2026-03-08').toISOString()).toBe('2026-03-08T08:00:00.000Z')
    expect(dayStart('2026-03-09').toISOString()).toBe('2026-03-09T07:00:00.000Z')
    expect(slotStart('2026-03-07', '12:30 PM').toISOString()).toBe('2026-03-07T20:30:00.000Z')
    expect(slotStart('2026-03-08', '12:30 PM').toISOString()).toBe('2026-03-08T19:30:00.000Z')
    expect(slotStart('2026-10-31', '3:00 PM').toISOString()).toBe('2026-10-31T22:00:00.000Z')
    expect(slotStart('2026-11-01', '3:00 PM').toISOString()).toBe('2026-11-01T23:00:00.000Z')
  })

  it('converting a day to a Date and back does not shift it', () => {
    for (const day of ['2026-01-01', '2026-03-08', '2026-10-04', '2026-11-01', '2026-12-31'])
      expect(toIsoDate(toLocalDate(day))).toBe(day)
    expect(formatLongDate('2026-12-05')).toBe('Saturday, December\u00a05, 2026')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  })
})

it('converts 12-hour times: 12 PM stays 12, 12 AM becomes 0', () => {
  expect(to24Hours('12:30 PM')).toBe('12:30')
  expect(to24Hours('3:00 PM')).toBe('15:00')
  expect(to24Hours('12:15 AM')).toBe('00:15')
  expect(to24Hours('9:05 AM')).toBe('09:05')
})

it('formats and parses timestamps', () => {
  expect(formatTimestamp('2026-12-05', '12:30 PM')).toBe('20261205T123000')
  expect(parseTimestamp('20261205T130000')).toEqual({
    day: '2026-12-05',
    start: new Date('2026-12-05T21:00:00Z'),
  })
  for (const none of [null, '', 'x', '20261305T130000', '20261205T1300'])
    expect(parseTimestamp(none)).toBeNull()
})

it('isIsoDate accepts existing days only', () => {
  expect(isIsoDate('2028-02-29')).toBe(true)
  for (const none of ['2027-02-29', '2026-00-10', '2026-1-1', '0000-01-01', ''])
    expect(isIsoDate(none)).toBe(false)
})

it('formats a slot in the visitor’s zone only where clocks differ from Pacific time', () => {
  const start = slotStart('2026-12-05', '12:30 PM')
  expect(formatInVisitorZone(start, 'America/Los_Angeles')).toBeNull()
  expect(formatInVisitorZone(start, 'America/Tijuana')).toBeNull()
  expect(formatInVisitorZone(start, 'America/New_York')).toBe(
    'Saturday, December\u00a05 at 3:30\u00a0PM',
  )
  expect(formatInVisitorZone(start, 'Pacific/Auckland')).toBe(
    'Sunday, December\u00a06 at 9:30\u00a0AM',
  )
})
