import { formatTimestamp } from '../dates/days'
import type { FieldName } from './forms'

/** What the address of the thank-you page has where nothing is stored: the start, and nothing about the person. */
export function addressOfStart(start: string): string {
  return `?demo=${start}`
}

/** The start of a posted demo as a timestamp of the site's zone. Null where it has no day or time. */
export function demoStart(posted: FormData): string | null {
  const entry = (name: FieldName<'booking'>) => String(posted.get(name)).trim()
  const start = formatTimestamp(entry('preferredDate'), entry('preferredTime'))
  return /^\d{8}T\d{6}$/.test(start) ? start : null
}
