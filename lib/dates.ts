/** Days and times as text, without time zones. Moments in Pacific time: pacific.ts. */

export const pacific = 'America/Los_Angeles'

/** A calendar day as `yyyy-MM-dd`. A `Date` would be a different day in another time zone. */
export type IsoDate = string

export function isIsoDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && toIsoDate(toLocalDate(value)) === value
}

/** For code that needs a `Date` of the browser's zone. Noon exists on every day in every zone. */
export function toLocalDate(day: IsoDate): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

export function toIsoDate(date: Date): IsoDate {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** `Saturday, December 5, 2026` */
export function formatLongDate(day: IsoDate): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(toLocalDate(day))
}

export function nextDay(day: IsoDate): IsoDate {
  const date = toLocalDate(day)
  date.setDate(date.getDate() + 1)
  return toIsoDate(date)
}

/** `12 PM` stays 12, `12 AM` becomes 0. */
export function to24Hours(time: string): { hours: number; minutes: number } {
  const [, hour = '0', minute = '0', half] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time) ?? []
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return { hours, minutes: Number(minute) }
}

/** The slot as a Pacific timestamp, `20261205T123000`: the format of `demoStartTime`. */
export function formatTimestamp(day: IsoDate, time: string): string {
  const { hours, minutes } = to24Hours(time)
  return `${day.replaceAll('-', '')}T${pad(hours)}${pad(minutes)}00`
}

function pad(part: number, length = 2): string {
  return String(part).padStart(length, '0')
}
