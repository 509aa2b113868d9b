import { nearestOpenDay } from '../dates/bookable-days'
import { addDays, formatTimestamp, type IsoDate } from '../dates/days'
import { preferredTimes } from './booking-form'

/** `taken` has their starts, such as `20261205T123000`. */
export function freeTimes(taken: readonly string[], day: IsoDate): string[] {
  return preferredTimes.filter((time) => !taken.includes(formatTimestamp(day, time)))
}

/** This day, or the first open one after it that has a free time. */
export function nearestFreeDay(taken: readonly string[], day: IsoDate): IsoDate {
  const open = nearestOpenDay(day)
  return freeTimes(taken, open).length > 0 ? open : nearestFreeDay(taken, addDays(open, 1))
}
