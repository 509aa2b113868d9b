import { type Day, isDay, toDay, toLocalDate } from './day'
import { pacificClock, pacificInstant } from './time'

/** Which days a demo can be booked for. */

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

export function nextDay(day: Day): Day {
  const date = toLocalDate(day)
  date.setDate(date.getDate() + 1)
  return toDay(date)
}
