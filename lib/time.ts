import type { IsoDate } from './day'
import { to24Hours } from './slot'

export const pacific = 'America/Los_Angeles'

/** The moment a slot begins, with the offset that holds on that day, not today's. */
export function slotStart(day: IsoDate, time: string): Date {
  const { hours, minutes } = to24Hours(time)
  return pacificDate(day, hours, minutes)
}

/** Pacific time is 7 or 8 hours behind: the right number is the one with which its clock shows the hour. */
export function pacificDate(day: IsoDate, hours: number, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const candidates = [7, 8].map(
    (behind) => new Date(Date.UTC(year, month - 1, date, hours + behind, minutes)),
  )
  const [summer, winter] = candidates as [Date, Date]
  return Number(pacificClock(summer).hour) === hours ? summer : winter
}

export function pacificClock(moment: Date) {
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

/** The slot in the visitor's own zone, or null where their clock shows Pacific time anyway. */
export function formatInVisitorZone(start: Date, zone?: string): string | null {
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
