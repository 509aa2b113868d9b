/** Pacific days and times as text. Apart from dates.ts, because the booking form loads only these at first. */

export const pacific = 'America/Los_Angeles'

/** A calendar day as `yyyy-MM-dd`. A `Date` would be a different day in another time zone. */
export type IsoDate = string

export function todayInPacific(now: Date): IsoDate {
  // Swedish dates are written like this.
  return now.toLocaleDateString('sv', { timeZone: pacific })
}

/** A day can be booked until its 00:00 in Pacific time, so this is tomorrow, or at exactly midnight today. */
export function firstBookableDay(now: Date): IsoDate {
  return nextDay(todayInPacific(new Date(now.getTime() - 1)))
}

export function nextDay(day: IsoDate): IsoDate {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

/** `12 PM` stays 12, `12 AM` becomes 0. */
export function to24Hours(time: string): { hours: number; minutes: number } {
  const [, hour = '0', minute = '0', half] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time) ?? []
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return { hours, minutes: Number(minute) }
}

/** The demo's start as a Pacific timestamp, `20261205T123000`: the format of `demoStartTime`. */
export function formatTimestamp(day: IsoDate, time: string): string {
  const { hours, minutes } = to24Hours(time)
  return `${day.replaceAll('-', '')}T${pad(hours)}${pad(minutes)}00`
}

export function pad(part: number, length = 2): string {
  return String(part).padStart(length, '0')
}
