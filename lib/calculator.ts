/** What unanswered calls cost: plain arithmetic on numbers that the visitor brings. */

export type Losses = { calls: number; missed: number; jobs: number; price: number }

/** Bounds and start of each number. Shares are in percent, the price in dollars. */
export const lossBounds: Record<keyof Losses, { max: number; step: number; start: number }> = {
  calls: { max: 300, step: 5, start: 60 },
  missed: { max: 100, step: 1, start: 25 },
  jobs: { max: 100, step: 1, start: 35 },
  price: { max: 3000, step: 20, start: 480 },
}

const weeksInMonth = 52 / 12

export function calculateLosses({ calls, missed, jobs, price }: Losses) {
  const missedCalls = (calls * missed) / 100
  const lostJobs = (missedCalls * jobs) / 100
  const week = lostJobs * price
  return { missedCalls, lostJobs, week, month: week * weeksInMonth }
}

/** A typed number within what makes sense; what is none counts as nothing. */
export function parseLoss(name: keyof Losses, typed: string): number {
  const value = Number(typed)
  if (!Number.isFinite(value)) return 0
  return Math.min(Math.max(value, 0), maxTyped(name))
}

/** The slider ends at what is common; a share ends at all, the rest may be typed higher. */
export function maxTyped(name: keyof Losses): number {
  return name === 'missed' || name === 'jobs' ? 100 : 100_000
}

let formats: { dollars: Intl.NumberFormat; count: Intl.NumberFormat } | undefined

/** Created on first use, because a browser takes 20 ms for it. */
export function numberFormats() {
  formats ??= {
    dollars: new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }),
    count: new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }),
  }
  return formats
}
