import { demoMinutes } from '../content/demo'
import { calendarEvent } from '../content/thank-you'
import { parseTimestamp } from './dates'
import { zone } from './zone'

/** Google's event template. The specification fixes that it ends when it starts. Without a start the dates stay empty, and the visitor fills them in. */
export function googleCalendarUrl(start: string | null): string {
  const dates = parseTimestamp(start) ? `${start}/${start}` : ''
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: calendarEvent.title,
    details: calendarEvent.details,
    dates,
    ctz: zone.id,
  })
  return `https://calendar.google.com/calendar/render?${query.toString().replaceAll('+', '%20')}`
}

type IcsDetails = {
  /** Of the booking. Null after a native post. */
  thread: string | null
  /** The number that will be called. */
  phone: string | null
  support: string | null
  now: Date
}

/**
 * The same event for other calendars, as a data URL to download, with a reminder an hour before. A calendar replaces the
 * event that it has when it gets one with the same UID and a higher sequence: that of another time or number, or of the
 * file that a receiver mails, which gets the UID in a header (docs/receivers/n8n-workflow.json).
 */
export function icsUrl(start: string | null, demo: IcsDetails): string | null {
  const slot = parseTimestamp(start)
  if (!slot) return null
  const { thread, phone, support, now } = demo
  const end = new Date(slot.start.getTime() + demoMinutes.most * 60_000)
  // The mail shows no more of the number, because a stranger can have it sent to any mailbox, and its file is this one.
  const lastDigits = phone?.replaceAll(/\D/g, '').slice(-4)
  const details = [calendarEvent.details, lastDigits && calendarEvent.call(lastDigits), support]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//plumbing-xperience//Demo//EN',
    'BEGIN:VEVENT',
    `UID:${eventUid(thread ?? String(start))}`,
    `SEQUENCE:${Math.floor(now.getTime() / 1000)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(slot.start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(calendarEvent.title)}`,
    `DESCRIPTION:${escapeText(details.filter(Boolean).join('\n'))}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(calendarEvent.title)}`,
    'TRIGGER:-PT1H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${lines.map(encodeLine).join('')}`
}

/**
 * The UID of a booking's calendar event: the first 48 bits of its thread, which are random, so that a stranger cannot move the
 * event. The rest of the thread stays secret, because who has all of it can replace the lead.
 */
export function eventUid(thread: string): string {
  return `${thread.slice(0, 13).replaceAll(/[^\w-]/g, '')}-demo@plumbing-xperience`
}

function utc(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** iCalendar lines have at most 75 octets. A longer one continues, between two characters, after a line break and a space. */
function encodeLine(line: string): string {
  const octets = encodeURIComponent(line)
  return `${octets.replaceAll(/(%..|[^%]){71,74}(?!%[89AB]|$)/g, '$&%0D%0A%20')}%0D%0A`
}
