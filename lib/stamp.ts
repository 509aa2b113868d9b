import { type IsoDate, isIsoDate } from './day'
import { pacific, pacificDate } from './time'

/** Reads a compact stamp back; null when it is none. */
export function parseTimestamp(stamp: string | null): { day: IsoDate; start: Date } | null {
  const [, year, month, date, hours, minutes] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})00$/.exec(stamp ?? '') ?? []
  const day = `${year}-${month}-${date}`
  if (!isIsoDate(day)) return null
  return { day, start: pacificDate(day, Number(hours), Number(minutes)) }
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
