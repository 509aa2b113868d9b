import { owner } from '../content/owner'
import { clockTime, promisedSince } from './calling-hours'
import { isIsoDate } from './dates'
import { addDays, type IsoDate, lastBookableDay, tomorrow } from './days'

/** Which days can be booked: those from `firstBookableDay` to the end of `bookableAhead` that are not closed. */

/** Weekdays, dates, and yearly dates, such as `sat`, `2026-11-26`, and `12-25`. */
export const closedDays = (process.env.CLOSED_DAYS ?? '')
  .toLowerCase()
  .split(/[\s,]+/)
  .filter(Boolean)

/** Where the calling hours are known, the day after the one on which the promised call ends. */
export function firstBookableDay(now: Date): IsoDate {
  let day = tomorrow(now)
  if (!owner.callingHours) return day
  const clock = clockTime(now.getTime())
  while (promisedSince(Date.parse(day), owner.callingHours) < clock) day = addDays(day, 1)
  return day
}

export function isBookable(day: IsoDate, now: Date): boolean {
  return (
    isIsoDate(day) && day >= firstBookableDay(now) && day <= lastBookableDay(now) && !isClosed(day)
  )
}

export function bookableRange(now: Date): { first: IsoDate; last: IsoDate } {
  return {
    first: nearestOpenDay(firstBookableDay(now)),
    last: nearestOpenDay(lastBookableDay(now), -1),
  }
}

/** Whether fewer than seven days can be booked from this one to the end of its month. */
export function isMonthEnding(first: IsoDate): boolean {
  const days = Array.from({ length: 31 }, (_, index) => addDays(first, index))
  const month = first.slice(0, 'yyyy-mm'.length)
  return days.filter((day) => day.startsWith(month) && !isClosed(day)).length < 7
}

/** This day, or the nearest one after it that is not closed: there is one, because env.ts rejects other lists. */
export function nearestOpenDay(day: IsoDate, step: 1 | -1 = 1): IsoDate {
  return isClosed(day) ? nearestOpenDay(addDays(day, step), step) : day
}

export function isClosed(day: IsoDate, closed = closedDays): boolean {
  // It begins with the weekday: `Sat, 05 Dec 2026 00:00:00 GMT`.
  const weekday = new Date(day).toUTCString().slice(0, 3).toLowerCase()
  return [weekday, day, day.slice('yyyy-'.length)].some((name) => closed.includes(name))
}
