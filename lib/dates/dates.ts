import { TZDateMini } from '@date-fns/tz/date/mini'
import { type IsoDate, to24Hours, unbroken } from './days'
import { zone } from './zone'

/** Days and moments as `Date`, and as sentences. The browser loads this module only when it needs it. */

export function isIsoDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && toIsoDate(toLocalDate(value)) === value
}

/** For code that needs a `Date` of the browser's zone. Noon exists on every day in every zone. */
export function toLocalDate(day: IsoDate): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

export function toIsoDate(date: Date): IsoDate {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** `Saturday, December 5, 2026` */
export function formatLongDate(day: IsoDate): string {
  return format(toLocalDate(day), { dateStyle: 'full' })
}

/** The moment at which clocks of the site's zone show this time on this day. */
function dateInZone(day: IsoDate, hours: number, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDateMini(year, month - 1, date, hours, minutes, zone.id).getTime())
}

/** Midnight in the site's zone, at which the day begins. */
export function dayStart(day: IsoDate): Date {
  return dateInZone(day, 0, 0)
}

/** The moment at which a demo at a time such as `12:30 PM` begins. */
export function slotStart(day: IsoDate, time: string): Date {
  const [hours = 0, minutes = 0] = to24Hours(time).split(':').map(Number)
  return dateInZone(day, hours, minutes)
}

export function parseTimestamp(timestamp: string | null): { day: IsoDate; start: Date } | null {
  const [, year, month, date, hours, minutes] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})00$/.exec(timestamp ?? '') ?? []
  const day = `${year}-${month}-${date}`
  if (!isIsoDate(day)) return null
  return { day, start: dateInZone(day, Number(hours), Number(minutes)) }
}

/** `12:30 PM` in the site's zone. */
export function timeInZone(start: Date): string {
  return format(start, { timeZone: zone.id, hour: 'numeric', minute: '2-digit' })
}

/** The moment in the visitor's zone, or null where clocks show the same as in the site's. */
export function formatInVisitorZone(start: Date, timeZone?: string): string | null {
  const dayAndTime = {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  const local = format(start, { ...dayAndTime, timeZone })
  return local === format(start, { ...dayAndTime, timeZone: zone.id }) ? null : local
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return unbroken(new Intl.DateTimeFormat('en-US', options).format(date))
}
