/** Days and times as people say them. No zones here, and nothing to download for them: see time.ts. */

/** A calendar day as `yyyy-MM-dd`. Never a `Date`: a day has no zone to be shifted by. */
export type Day = string

export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && toDay(toLocalDate(value)) === value
}

export function nextDay(day: Day): Day {
  const date = toLocalDate(day)
  date.setDate(date.getDate() + 1)
  return toDay(date)
}

/** For widgets that think in the browser's own `Date`s. Noon exists in every zone on every day. */
export function toLocalDate(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

export function toDay(date: Date): Day {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** `12:30 PM` as hours and minutes of a 24-hour clock: 12 PM stays 12, 12 AM becomes 0. */
export function to24Hours(time: string): { hours: number; minutes: number } {
  const [, hour = '0', minute = '0', half] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time) ?? []
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return { hours, minutes: Number(minute) }
}

/** A slot as a compact Pacific timestamp, `20261205T123000`: what demoStartTime holds. */
export function compactStamp(day: Day, time: string): string {
  const { hours, minutes } = to24Hours(time)
  return `${day.replaceAll('-', '')}T${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}00`
}

/** `Saturday, December 5, 2026` */
export function describeDay(day: Day): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(toLocalDate(day))
}
