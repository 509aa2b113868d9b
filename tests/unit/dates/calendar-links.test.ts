import { describe, expect, it } from 'vitest'
import { demoMinutes } from '@/lib/content/demo'
import { googleCalendarUrl, icsUrl } from '@/lib/dates/calendar-links'

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

describe('the .ics event', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const demo = {
    thread: '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10',
    phone: '(509) 555-0147',
    support: 'Questions or another time? help@px.example',
    now,
  }

  /** Its lines, with the folded ones joined. */
  function linesOf(...event: Parameters<typeof icsUrl>): string[] {
    const [head, body = ''] = icsUrl(...event)?.split(',') ?? []
    expect(head).toBe('data:text/calendar;charset=utf-8')
    const lines = decodeURIComponent(body).split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    return lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
  }

  it('lasts as long as the longest demo, reminds an hour before, and names the end of the number to call and how to reach us', () => {
    const end = new Date(Date.UTC(2026, 2, 8, 19, 30 + demoMinutes.most))
    expect(linesOf('20260308T123000', demo)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//plumbing-xperience//Demo//EN',
      'BEGIN:VEVENT',
      'UID:3f0e5f1c-8d5f-demo@plumbing-xperience',
      'SEQUENCE:1795204800',
      'DTSTAMP:20261120T200000Z',
      'DTSTART:20260308T193000Z',
      `DTEND:${end.toISOString().replaceAll(/[-:]|\.000/g, '')}`,
      'SUMMARY:AI Demo Call - Plumbing Business Automation',
      'DESCRIPTION:Personalized demo call to discuss AI automation for your plumbing business\\nWe will call the number that ends in 0147.\\nQuestions or another time? help@px.example',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:AI Demo Call - Plumbing Business Automation',
      'TRIGGER:-PT1H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('leaves out what is not known', () => {
    const lines = linesOf('20260308T123000', {
      thread: null,
      phone: null,
      support: null,
      now,
    })
    expect(lines.filter((line) => /^(UID|DESCRIPTION):/.test(line))).toEqual([
      'UID:20260308T1230-demo@plumbing-xperience',
      'DESCRIPTION:Personalized demo call to discuss AI automation for your plumbing business',
      'DESCRIPTION:AI Demo Call - Plumbing Business Automation',
    ])
    expect(icsUrl(null, demo)).toBeNull()
  })

  it('escapes what has a meaning in the format, and folds no line within a character', () => {
    const support = 'Núñez & Söhne; Reno, NV \\ 24 hours. '
    for (let length = 0; length < 4; length++) {
      const event = { ...demo, support: 'x'.repeat(length) + support + '🔧é€'.repeat(40) }
      const description = linesOf('20260308T123000', event)[10]
      const escaped = event.support.replace(/[\\;,]/g, (character) => `\\${character}`)
      expect(description?.split('0147.\\n')[1]).toBe(escaped)
    }
  })
})
