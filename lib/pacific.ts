import { TZDateMini } from '@date-fns/tz/date/mini'
import { type IsoDate, isIsoDate, nextDay, pacific, to24Hours, toIsoDate } from './dates'

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

/** The moment at which a slot such as `12:30 PM` begins. */
export function slotStart(day: IsoDate, time: string): Date {
  const { hours, minutes } = to24Hours(time)
  return pacificDate(day, hours, minutes)
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
