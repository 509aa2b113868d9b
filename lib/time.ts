import { TZDate } from '@date-fns/tz'

export const pacific = 'America/Los_Angeles'

/** A calendar day as `yyyy-MM-dd`. Never a `Date`: a day has no zone to be shifted by. */
export type Day = string

/** The day it is now in Pacific time. */
export function pacificDay(now: Date): Day {
  return toDay(new TZDate(now.getTime(), pacific))
}

/** The first day whose 00:00 in Pacific time is not before now: tomorrow, but at midnight sharp. */
export function firstBookableDay(now: Date): Day {
  const today = pacificDay(now)
  return isBookable(today, now) ? today : nextDay(today)
}

export function isBookable(day: Day, now: Date): boolean {
  return isDay(day) && pacificInstant(day, 0, 0).getTime() >= now.getTime()
}

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

/** Reads a compact stamp back; null when it is none. */
export function fromCompactStamp(stamp: string | null): { day: Day; start: Date } | null {
  const [, year, month, date, hours, minutes] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})00$/.exec(stamp ?? '') ?? []
  const day = `${year}-${month}-${date}`
  if (!isDay(day)) return null
  return { day, start: pacificInstant(day, Number(hours), Number(minutes)) }
}

/** The moment a slot begins, with the offset that holds on that day, not today's. */
export function slotStart(day: Day, time: string): Date {
  const { hours, minutes } = to24Hours(time)
  return pacificInstant(day, hours, minutes)
}

function pacificInstant(day: Day, hours: number, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, hours, minutes, pacific).getTime())
}

/** `Saturday, December 5, 2026` */
export function describeDay(day: Day): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(toLocalDate(day))
}

/** `12:30 PM`, on a Pacific clock. */
export function pacificTime(start: Date): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: pacific,
    hour: 'numeric',
    minute: '2-digit',
  })
    .format(start)
    .replaceAll('\u202f', ' ')
}

/** The slot in the visitor's own zone, or null where their clock shows Pacific time anyway. */
export function inVisitorZone(start: Date, zone?: string): string | null {
  const show = (timeZone?: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }).format(start)
  const own = show(zone)
  return own === show(pacific) ? null : own.replaceAll('\u202f', ' ')
}
