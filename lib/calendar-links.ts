import { calendarEvent } from './content/thank-you'
import { parseTimestamp } from './dates'
import { pacific } from './pacific'

/** Google's event template. Without a start the dates stay empty, and the visitor fills them in. */
export function googleCalendarUrl(start: string | null): string {
  const dates = parseTimestamp(start) ? `${start}/${start}` : ''
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: calendarEvent.title,
    details: calendarEvent.details,
    dates,
    ctz: pacific,
  })
  return `https://calendar.google.com/calendar/render?${query.toString().replaceAll('+', '%20')}`
}

/** The same event for other calendars, as a data URL to download. */
export function icsUrl(start: string | null, now: Date): string | null {
  const slot = parseTimestamp(start)
  if (!slot) return null
  const end = new Date(slot.start.getTime() + calendarEvent.minutes * 60_000)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plumbing Xperience//Demo//EN',
    'BEGIN:VEVENT',
    `UID:${start}-demo@plumbing-xperience`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(slot.start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${calendarEvent.title}`,
    `DESCRIPTION:${calendarEvent.details}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.map(fold).join('\r\n')}\r\n`)}`
}

function utc(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** iCalendar lines hold at most 75 octets; a longer one continues after a line break and a space. */
function fold(line: string): string {
  return line.replace(/.{74}(?=.)/g, '$&\r\n ')
}
