import { type Day, isDay, nextDay, to24Hours } from './day'

export const pacific = 'America/Los_Angeles'

/** The day it is now in Pacific time. */
export function pacificDay(now: Date): Day {
  const { year, month, day } = pacificClock(now)
  return `${year}-${month}-${day}`
}

/** The first day whose 00:00 in Pacific time is not before now: tomorrow, but at midnight sharp. */
export function firstBookableDay(now: Date): Day {
  const today = pacificDay(now)
  return isBookable(today, now) ? today : nextDay(today)
}

export function isBookable(day: Day, now: Date): boolean {
  return isDay(day) && pacificInstant(day, 0, 0).getTime() >= now.getTime()
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

/** Pacific time is 7 or 8 hours behind: the right number is the one with which its clock shows the hour. */
function pacificInstant(day: Day, hours: number, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const candidates = [7, 8].map(
    (behind) => new Date(Date.UTC(year, month - 1, date, hours + behind, minutes)),
  )
  const [summer, winter] = candidates as [Date, Date]
  return Number(pacificClock(summer).hour) === hours ? summer : winter
}

function pacificClock(moment: Date) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: pacific,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  }).formatToParts(moment)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
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
