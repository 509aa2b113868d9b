import { TZDateMini } from '@date-fns/tz/date/mini'

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

/* Pacific time */

/** The moment at which Pacific clocks show this time on this day. */
export function pacificDate(day: IsoDate, hours: number, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDateMini(year, month - 1, date, hours, minutes, pacific).getTime())
}

export function todayInPacific(now: Date): IsoDate {
  return toIsoDate(new TZDateMini(now.getTime(), pacific))
}

/** Tomorrow in Pacific time; at exactly midnight, the day that begins. */
export function firstBookableDay(now: Date): IsoDate {
  const today = todayInPacific(now)
  return isBookable(today, now) ? today : nextDay(today)
}

/** A day can be booked when its 00:00 in Pacific time is not before now. */
export function isBookable(day: IsoDate, now: Date): boolean {
  return isIsoDate(day) && pacificDate(day, 0, 0).getTime() >= now.getTime()
}

/* Slots: a day and a time such as `12:30 PM` */

/** `12 PM` stays 12, `12 AM` becomes 0. */
export function to24Hours(time: string): { hours: number; minutes: number } {
  const [, hour = '0', minute = '0', half] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time) ?? []
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return { hours, minutes: Number(minute) }
}

export function slotStart(day: IsoDate, time: string): Date {
  const { hours, minutes } = to24Hours(time)
  return pacificDate(day, hours, minutes)
}

/** The slot as a Pacific timestamp, `20261205T123000`: the format of `demoStartTime`. */
export function formatTimestamp(day: IsoDate, time: string): string {
  const { hours, minutes } = to24Hours(time)
  return `${day.replaceAll('-', '')}T${pad(hours)}${pad(minutes)}00`
}

export function parseTimestamp(timestamp: string | null): { day: IsoDate; start: Date } | null {
  const [, year, month, date, hours, minutes] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})00$/.exec(timestamp ?? '') ?? []
  const day = `${year}-${month}-${date}`
  if (!isIsoDate(day)) return null
  return { day, start: pacificDate(day, Number(hours), Number(minutes)) }
}

/** `12:30 PM` on a Pacific clock. */
export function pacificTime(start: Date): string {
  return format(start, { timeZone: pacific, hour: 'numeric', minute: '2-digit' })
}

/** The slot in the visitor's zone, or null where clocks show Pacific time. */
export function formatInVisitorZone(start: Date, zone?: string): string | null {
  const dayAndTime = {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  const local = format(start, { ...dayAndTime, timeZone: zone })
  return local === format(start, { ...dayAndTime, timeZone: pacific }) ? null : local
}

/** Some browsers put a narrow no-break space before AM and PM. */
function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', options).format(date).replaceAll('\u202f', ' ')
}

function pad(part: number, length = 2): string {
  return String(part).padStart(length, '0')
}
