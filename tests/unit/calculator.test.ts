import { describe, expect, it } from 'vitest'
import {
  calculateLosses,
  formatCount,
  formatDollars,
  lossBounds,
  parseLoss,
} from '@/lib/calculator'

const start = {
  calls: lossBounds.calls.start,
  missed: lossBounds.missed.start,
  jobs: lossBounds.jobs.start,
  price: lossBounds.price.start,
}

describe('calculateLosses', () => {
  it('is calls × missed × jobs × price × 52/12 weeks', () => {
    const result = calculateLosses(start)
    expect(result).toMatchObject({ missedCalls: 15, lostJobs: 5.25, week: 2520 })
    expect(result.month).toBeCloseTo(10_920, 6)
    expect(formatDollars(result.month)).toBe('$10,920')
  })
})

describe('parseLoss', () => {
  it.each([
    ['', 0],
    ['abc', 0],
    ['-5', 0],
    ['1e999', 0],
    ['140', 100],
    ['33.5', 33.5],
  ])('counts %j as a percentage as %d', (typed, value) => {
    expect(parseLoss('missed', typed)).toBe(value)
  })

  it('accepts more than the slider does if it is not a percentage', () => {
    expect(parseLoss('price', '12000')).toBe(12_000)
  })
})

describe('formatCount and formatDollars', () => {
  const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
  const dollars = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  })

  it.each([0, 0.4, 5.25, 15, 33.333, 99.999, 999.5, 1000, 12_345.67, 100_000, 433_333_333_333.3])(
    'format %d like Intl does in American English',
    (value) => {
      expect(formatCount(value)).toBe(exact.format(value))
      expect(formatDollars(value)).toBe(dollars.format(value))
    },
  )
})
