import { expect, it } from 'vitest'
import { googleCalendarUrl, icsUrl } from '@/lib/calendar-links'

it('links to Google’s event template with the start time twice and the Pacific time zone', () => {
  const url = new URL(googleCalendarUrl('20261205T123000'))
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'AI Demo Call - Plumbing Business Automation',
    details: 'Personalized demo call to discuss AI automation for your plumbing business',
    dates: '20261205T123000/20261205T123000',
    ctz: 'America/Los_Angeles',
  })
  for (const invalid of [null, '', 'nonsense'])
    expect(new URL(googleCalendarUrl(invalid)).searchParams.get('dates')).toBe('')
})

it('creates an .ics event of half an hour in UTC', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const [head, body] = icsUrl('20260308T123000', now)?.split(',') ?? []
  expect(head).toBe('data:text/calendar;charset=utf-8')
  // A line has at most 75 characters, and goes on after a space.
  expect(decodeURIComponent(body ?? '').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plumbing Xperience//Demo//EN',
    'BEGIN:VEVENT',
    'UID:20260308T123000-demo@plumbing-xperience',
    'DTSTAMP:20261120T200000Z',
    'DTSTART:20260308T193000Z',
    'DTEND:20260308T200000Z',
    'SUMMARY:AI Demo Call - Plumbing Business Automation',
    'DESCRIPTION:Personalized demo call to discuss AI automation for your plumb',
    ' ing business',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
  expect(icsUrl(null, now)).toBeNull()
})
