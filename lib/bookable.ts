import { type IsoDate, isIsoDate, toIsoDate, toLocalDate } from './day'
import { pacificClock, pacificDate } from './time'

/** Which days a demo can be booked for. */

/** The day it is now in Pacific time. */
export function todayInPacific(now: Date): IsoDate {
  const { year, month, day } = pacificClock(now)
  return `${year}-${month}-${day}`
}

/** The first day whose 00:00 in Pacific time is not before now: tomorrow, but at midnight sharp. */
export function firstBookableDay(now: Date): IsoDate {
  const today = todayInPacific(now)
  return isBookable(today, now) ? today : nextDay(today)
}

export function isBookable(day: IsoDate, now: Date): boolean {
  return isIsoDate(day) && pacificDate(day, 0, 0).getTime() >= now.getTime()
}

export function nextDay(day: IsoDate): IsoDate {
  const date = toLocalDate(day)
  date.setDate(date.getDate() + 1)
  return toIsoDate(date)
}
