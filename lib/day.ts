/** Days as people say them. No zones here, and nothing to download for them: see time.ts. */

/** A calendar day as `yyyy-MM-dd`. Never a `Date`: a day has no zone to be shifted by. */
export type IsoDate = string

export function isIsoDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && toIsoDate(toLocalDate(value)) === value
}

/** For widgets that think in the browser's own `Date`s. Noon exists in every zone on every day. */
export function toLocalDate(day: IsoDate): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

export function toIsoDate(date: Date): IsoDate {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** `Saturday, December 5, 2026` */
export function formatLongDate(day: IsoDate): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(toLocalDate(day))
}
