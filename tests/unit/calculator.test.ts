import { describe, expect, it } from 'vitest'
import { calculateLosses, lossBounds, numberFormats, parseLoss } from '@/lib/calculator'

const start = {
  calls: lossBounds.calls.start,
  missed: lossBounds.missed.start,
  jobs: lossBounds.jobs.start,
  price: lossBounds.price.start,
}

describe('what missed calls cost', () => {
  it('is calls × missed × jobs × price × 52/12 weeks', () => {
    const result = calculateLosses(start)
    expect(result).toMatchObject({ missedCalls: 15, lostJobs: 5.25, week: 2520 })
    expect(result.month).toBeCloseTo(10_920, 6)
    expect(numberFormats().dollars.format(result.month)).toBe('$10,920')
  })

  it('is nothing when no call is missed', () => {
    expect(calculateLosses({ ...start, missed: 0 }).month).toBe(0)
  })

  it('is the whole book when every call is missed and every one is a job', () => {
    expect(calculateLosses({ calls: 12, missed: 100, jobs: 100, price: 100 }).month).toBeCloseTo(
      5200,
      6,
    )
  })
})

describe('a typed number', () => {
  it.each([
    ['', 0],
    ['abc', 0],
    ['-5', 0],
    ['1e999', 0],
    ['140', 100],
    ['33.5', 33.5],
  ])('%j of a share reads as %d', (typed, value) => {
    expect(parseLoss('missed', typed)).toBe(value)
  })

  it('may go beyond the slider where no share is meant', () => {
    expect(parseLoss('price', '12000')).toBe(12_000)
  })
})
