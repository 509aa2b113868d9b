export type Losses = { calls: number; missed: number; jobs: number; price: number }

/** `max` is where the slider ends. `missed` and `jobs` are percentages, `price` is in dollars. */
export const lossBounds = {
  calls: { max: 300, step: 5, start: 60, maxTyped: 100_000 },
  missed: { max: 100, step: 1, start: 25, maxTyped: 100 },
  jobs: { max: 100, step: 1, start: 35, maxTyped: 100 },
  price: { max: 3000, step: 20, start: 480, maxTyped: 100_000 },
} as const

const weeksPerMonth = 52 / 12

export function calculateLosses({ calls, missed, jobs, price }: Losses) {
  const missedCalls = (calls * missed) / 100
  const lostJobs = (missedCalls * jobs) / 100
  const week = lostJobs * price
  return { missedCalls, lostJobs, week, month: week * weeksPerMonth }
}

export function parseLoss(name: keyof Losses, typed: string): number {
  const value = Number(typed)
  if (!Number.isFinite(value)) return 0
  return Math.min(Math.max(value, 0), lossBounds[name].maxTyped)
}
