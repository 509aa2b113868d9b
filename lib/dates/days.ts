import { zone } from './zone'

/** Days and times of the site's zone as text. Apart from dates.ts, because the booking form loads only these at first. */

/** A calendar day as `yyyy-MM-dd`. A `Date` would be a different day in another time zone. */
export type IsoDate = string

let isoDays: Intl.DateTimeFormat | undefined

/** The day in the site's zone at a moment. */
export function dayInZone(moment: Date | number): IsoDate {
  // Not created before it is needed, because that takes a phone longer than a frame. Swedish dates are written like this.
  isoDays ??= new Intl.DateTimeFormat('sv', { timeZone: zone.id })
  return isoDays.format(moment)
}

/** At exactly midnight it is today, because a day can be booked until its 00:00 in the site's zone. */
export function tomorrow(now: Date): IsoDate {
  return addDays(dayInZone(now.getTime() - 1), 1)
}

/** How long before it a day can be booked, as a number and in the words of the pages. */
export const bookableAhead = { months: 12, words: 'a year' } as const

export function lastBookableDay(now: Date): IsoDate {
  const day = new Date(dayInZone(now))
  day.setUTCMonth(day.getUTCMonth() + bookableAhead.months)
  return day.toISOString().slice(0, 10)
}

export function addDays(day: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** `1:30 PM` as `13:30`. `12 PM` stays 12, `12 AM` becomes 00. */
export function to24Hours(time: string): string {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time) ?? []
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** The demo's start as a timestamp of the site's zone, `20261205T123000`: the format of `demoStartTime`. */
export function formatTimestamp(day: IsoDate, time: string): string {
  return `${day}T${to24Hours(time)}00`.replaceAll(/[-:]/g, '')
}

/** Lines break neither before the day of a month, nor before AM and PM, where some browsers put a narrow space. */
export function unbroken(time: string): string {
  return time.replaceAll(/\s/g, ' ').replaceAll(/ (?=\d\d?\b(?!:)|[AP]M)/g, '\u00a0')
}
