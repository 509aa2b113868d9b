import { callbackHours } from '../content/demo'
import { zone } from './zone'

const week = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
type Weekday = (typeof week)[number]

/** Whole hours of a day: it begins before noon, and ends at noon or later. */
export type CallingHours = {
  days: Weekday | `${Weekday} to ${Weekday}`
  from: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11
  to: 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24
}

const hour = 3_600_000
const day = 24 * hour

/** What clocks of the site's zone show, as if they showed UTC: calling hours are those of clocks. */
export function clockTime(moment: number): number {
  // Swedish times are written like `2026-12-05 13:30:00`.
  const shown = new Date(moment).toLocaleString('sv', { timeZone: zone.id })
  return Date.parse(`${shown.replace(' ', 'T')}Z`) + (moment % 1000)
}

const everyDay: CallingHours = { days: 'Monday to Sunday', from: 8, to: 20 }

/** Outside of the calling hours, no lead becomes late. */
export function isCallingTime(now: number, hours: CallingHours | null): boolean {
  return lateSince(now, hours) > lateSince(now - 1, hours)
}

/** A lead that came in then or before is late at this moment. Without calling hours, visitors are called from 8 to 20 o'clock. */
export function lateSince(now: number, hours: CallingHours | null): number {
  const clock = clockTime(now)
  const since = promisedSince(clock, hours ?? everyDay)
  const moment = now + since - clock
  // Clocks may have been changed since then.
  return moment + since - clockTime(moment)
}

/**
 * Since when the promised hours have passed at this time, counted only while visitors are called: a form that was sent then
 * is called by now. Both are times of clocks.
 */
export function promisedSince(clock: number, { days, from, to }: CallingHours): number {
  const [first = 0, last = first] = days.split(' to ').map((name) => week.indexOf(name as Weekday))
  let left = callbackHours * hour
  for (let midnight = clock - (clock % day); ; midnight -= day) {
    const weekday = new Date(midnight).getUTCDay()
    const isCallingDay = (weekday - first + 7) % 7 <= (last - first + 7) % 7
    const until = Math.min(clock, midnight + to * hour)
    const passed = until - midnight - from * hour
    if (!isCallingDay || passed <= 0) continue
    if (passed >= left) return until - left
    left -= passed
  }
}
