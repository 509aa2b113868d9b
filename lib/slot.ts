import type { IsoDate } from './day'

/** Times of day as people say them. */

/** `12:30 PM` as hours and minutes of a 24-hour clock: 12 PM stays 12, 12 AM becomes 0. */
export function to24Hours(time: string): { hours: number; minutes: number } {
  const [, hour = '0', minute = '0', half] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time) ?? []
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return { hours, minutes: Number(minute) }
}

/** A slot as a compact Pacific timestamp, `20261205T123000`: what demoStartTime holds. */
export function formatTimestamp(day: IsoDate, time: string): string {
  const { hours, minutes } = to24Hours(time)
  return `${day.replaceAll('-', '')}T${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}00`
}
