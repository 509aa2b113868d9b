import { expect, it } from 'vitest'
import { calculateLosses, lossBounds, parseLoss } from '@/components/landing/losses'
import { formatAbout, formatCount, formatDollars } from '@/lib/content/numbers'

it('a loss is calls × missed × jobs × price × 52/12 weeks', () => {
  const { calls, missed, jobs, price } = lossBounds
  const result = calculateLosses({
    calls: calls.start,
    missed: missed.start,
    jobs: jobs.start,
    price: price.start,
  })
  expect(result).toEqual({
    missedCalls: 15,
    lostJobs: 5.25,
    week: 2520,
    month: expect.closeTo(10_920, 6),
  })
})

it.each([
  ['missed', '', 0],
  ['missed', 'abc', 0],
  ['missed', '-5', 0],
  ['missed', '1e999', 0],
  ['missed', '140', 100],
  ['missed', '33.5', 33.5],
  // More than the slider has.
  ['price', '12000', 12_000],
] as const)('as %s, %j counts as %d', (name, typed, value) => {
  expect(parseLoss(name, typed)).toBe(value)
})

it.each([
  [0, '0'],
  [5, '5'],
  [5.004, '5'],
  [5.25, 'about 5'],
  [0.4, 'about 0'],
  [1234.5, 'about 1,235'],
])('%d jobs are written as %s', (value, text) => {
  expect(formatAbout(value)).toBe(text)
})

it.each([
  [0, '0', '$0'],
  [0.4, '0.4', '$0'],
  [5.25, '5.25', '$5'],
  [33.333, '33.33', '$33'],
  [99.999, '100', '$100'],
  [999.5, '999.5', '$1,000'],
  [12_345.67, '12,345.67', '$12,346'],
  [433_333_333_333.3, '433,333,333,333.3', '$433,333,333,333'],
])('%d is written as %s and %s', (value, count, dollars) => {
  expect(formatCount(value)).toBe(count)
  expect(formatDollars(value)).toBe(dollars)
})
