/** The weekdays, dates, and yearly dates of a list such as `sat,sun,2026-11-26,12-25`. */
export function parseClosedDays(list: string): string[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}

/** `Saturdays, Sundays, 2026-11-26 and every December 25` */
export function closedDaysInWords(list: string): string {
  const words = parseClosedDays(list).map(
    (day) => weekdays.find((name) => name.toLowerCase().startsWith(day)) ?? dayInWords(day),
  )
  return words.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

const weekdays = [
  'Mondays',
  'Tuesdays',
  'Wednesdays',
  'Thursdays',
  'Fridays',
  'Saturdays',
  'Sundays',
]

function dayInWords(day: string): string {
  if (day.length > 'mm-dd'.length) return day
  // In a leap year, which has every day.
  const date = new Date(`2000-${day}`)
  const options = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return `every ${date.toLocaleDateString('en-US', options)}`
}
