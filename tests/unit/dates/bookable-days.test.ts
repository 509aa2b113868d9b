import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** CLOSED_DAYS: which days are closed, and which days the calendar then offers. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function load(closedDays: string) {
  vi.stubEnv('CLOSED_DAYS', closedDays)
  vi.resetModules()
  return import('@/lib/dates/bookable-days')
}

it('weekdays, dates and yearly dates are closed, however they are written', async () => {
  const { closedDays, isClosed } = await load(' Sat,sun , 2026-11-26,12-25,\n')
  expect(closedDays).toEqual(['sat', 'sun', '2026-11-26', '12-25'])
  for (const day of ['2026-11-28', '2026-11-29', '2026-11-26', '2026-12-25', '2028-12-25'])
    expect(isClosed(day), day).toBe(true)
  for (const day of ['2026-11-27', '2027-11-26', '2026-12-24', '2028-02-29'])
    expect(isClosed(day), day).toBe(false)
})

it('no day is closed by default', async () => {
  const { closedDays, isClosed, bookableRange } = await load('')
  expect(closedDays).toEqual([])
  expect(isClosed('2026-11-29')).toBe(false)
  expect(bookableRange(new Date())).toEqual({ first: '2026-11-26', last: '2027-11-25' })
})

it.each([
  ['', '2026-11-24', false],
  ['', '2026-11-25', true],
  ['', '2026-11-01', false],
  ['sat,sun', '2026-11-20', false],
  ['sat,sun', '2026-11-23', true],
])('with the closed days "%s", the month of %s is ending: %s', async (closed, first, isEnding) => {
  const { isMonthEnding } = await load(closed)
  expect(isMonthEnding(first)).toBe(isEnding)
})
