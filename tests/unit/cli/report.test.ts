import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { csvReport, makeReport, textReport } from '@/lib/cli/make-report'
import type { LeadKind } from '@/lib/forms/forms'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeadState } from '@/lib/leads/lead'
import { purgeOld } from '@/lib/leads/retention'
import { env } from '@/lib/server/env'
import { site as product } from '@/lib/site'
import { sqlite } from '../../support/database/database'
import { pages, storedLead } from '../../support/database/leads'
import { leads as runLeads } from '../../support/site/cli'
import { giveUp, newLead, receive, record } from '../../support/site/in-process'

const day = 86_400_000
const now = Date.parse('2026-11-20T09:00:00Z')
let time = now
const { url } = sqlite()
/** The journal as a server beside the tool has it open. */
const journal = Journal.open({ ...openDatabase(url), now: () => String(time) })

beforeAll(async () => {
  await recorded(40, 'booking', 'delivered', { utm_source: 'flyer' })
  time += (env.retentionDays + 1) * day
  await purgeOld(journal.store)
  await recorded(2, 'booking', 'dead', { utm_source: 'google', landing_path: '/' })
  await recorded(2, 'call-our-ai', 'delivered', { utm_source: 'google', landing_path: '/' })
  await recorded(2, 'call-our-ai', 'pending', { landing_path: '/book-demo' })
  await recorded(0, 'call-our-ai', 'leased', { utm_source: 'flyer' })
  await recorded(0, 'see-ai-in-action', 'held')
})
afterAll(() => journal.store.close())

async function recorded(
  daysAgo: number,
  kind: LeadKind,
  state: LeadState,
  attribution?: Record<string, string>,
) {
  time = now - daysAgo * day
  const lead = { kind, extras: { consent: '2026-11', ...(attribution && { attribution }) } }
  if (state === 'held') return receive(journal, newLead(lead), { reason: 'honeypot' })
  const entry = await record(journal, lead)
  if (state === 'delivered') await journal.settle(entry, 'delivered')
  if (state === 'dead') await giveUp(journal, entry)
  if (state === 'pending') await journal.returnLease(entry)
}

async function leads(...args: string[]) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', url)
  const { code, stdout } = await runLeads(...args)
  vi.useRealTimers()
  expect(code).toBe(0)
  return stdout
}

const byCampaign = 'By campaign (source / campaign, or the site that referred)'

const rows = (text: string) => text.split('\n').map((line) => line.split(/\s+/).join(' '))

/** The rows of one section, with its notes. */
function sectionOf(text: string, title: string): string[] {
  const [, section = ''] = text.split(`\n${title}\n\n`)
  const [lines = ''] = section.split('\n\n')
  return rows(lines.trimEnd()).toSpliced(1, 1)
}

it('leads are counted by day in Pacific time, by campaign, and by what became of them', async () => {
  const text = await leads('report')
  expect(text).toMatch(
    new RegExp(
      `^Leads of ${product.name}\\. Received from 2026-10-11 to 2026-11-20, in Pacific Time\\.\\n`,
    ),
  )
  expect(sectionOf(text, 'What became of them')).toEqual([
    'Leads Callbacks Bookings',
    'Received 4 2',
    'Changed by the visitor, and sent again 0 0',
    'Delivered to the webhook 1 1',
    'Waiting, will be sent again 2 0',
    'Kept as held leads, not sent 1 0',
    'Given up after the last attempt 0 1',
  ])
  const days = sectionOf(text, 'By day')
  expect(days).toHaveLength(1 + 41)
  expect(days.filter((row) => !row.endsWith(' 0 0'))).toEqual([
    'Day Callbacks Bookings',
    '2026-10-11 0 1',
    '2026-11-18 2 1',
    '2026-11-20 2 0',
  ])
  expect(sectionOf(text, byCampaign)).toEqual([
    'Campaign Callbacks Bookings',
    'flyer 1 1',
    'google 1 1',
    'direct 1 0',
    'unknown 1 0',
  ])
  expect(sectionOf(text, 'Time to deliver')).toEqual([
    'Time Callbacks Bookings',
    'up to 2 seconds 1 1',
    ...['10 seconds', '5 minutes'].map((time) => `up to ${time} 0 0`),
    'up to an hour 0 0',
    'up to a day 0 0',
    'longer 0 0',
    'Half of the leads took up to 0.0 seconds, and 95 of 100 up to 0.0 seconds. 0 needed more than one attempt.',
  ])
  expect(sectionOf(text, 'Failures of leads that are not delivered')).toEqual([
    'Last outcome Callbacks Bookings',
    'failed 0 1',
  ])
})

it('leads are counted by another value, of the kinds and states that are asked for', async () => {
  const bySource = (...options: string[]) => leads('report', '--by', 'utm_source', ...options)
  const title = 'By utm_source'
  expect(sectionOf(await bySource(), title).slice(1)).toEqual([
    'flyer 1 1',
    'google 1 1',
    'none 2 0',
  ])
  expect(sectionOf(await bySource('--state', 'delivered,dead'), title).slice(1)).toEqual([
    'google 1 1',
    'flyer 0 1',
  ])
  expect(sectionOf(await bySource('--kind', 'call-our-ai'), title).slice(1)).toEqual([
    'flyer 1 0',
    'google 1 0',
    'none 1 0',
  ])
})

it('leads lose the ids of clicks with their personal data, and keep the campaign', async () => {
  expect(sectionOf(await leads('report', '--by', 'gclid'), 'By gclid').slice(1)).toEqual([
    'none 4 1',
    'deleted with the personal data 0 1',
  ])
})

it('leads are counted since a day that begins in Pacific time, as CSV', async () => {
  const text = await leads('report', '--since', '2026-11-20', '--by', 'landing_path', '--csv')
  expect(text.split('\r\n')).toEqual([
    '\uFEFF"section","name","callbacks","bookings"',
    '"By landing_path","none","2","0"',
    '"What became of them","Received","2","0"',
    '"What became of them","Changed by the visitor, and sent again","0","0"',
    '"What became of them","Delivered to the webhook","0","0"',
    '"What became of them","Waiting, will be sent again","1","0"',
    '"What became of them","Kept as held leads, not sent","1","0"',
    '"What became of them","Given up after the last attempt","0","0"',
    '"By day","2026-11-20","2","0"',
    '',
  ])
  expect(await leads('report', '--since', '1h', '--state', 'dead')).toBe(
    `Leads of ${product.name}. No leads.\n`,
  )
})

it('leads are counted until a day, which is included and ends in Pacific time, of one state or all', async () => {
  const days = async (...options: string[]) =>
    sectionOf(await leads('report', ...options), 'By day').slice(1)
  expect(await days('--since', '2026-11-18', '--until', '2026-11-18')).toEqual(['2026-11-18 2 1'])
  // The leads of that day came an hour after its midnight.
  const november = ['--since', '2026-11-01', '--until']
  expect(await days(...november, '2026-11-17')).toEqual([])
  expect(await days(...november, '2026-11-19', '--state', 'dead')).toEqual(['2026-11-18 0 1'])
  expect(await days(...november, '1d')).toEqual(['2026-11-18 2 1'])
  expect(await days(...november, '9999-12-31')).toHaveLength(3)
})

it.each([
  ['', 'pending leased delivered delivered held dead'],
  ['--state dead,pending', 'pending dead'],
  ['--kind callback', 'pending leased delivered held'],
  ['--kind booking', 'delivered dead'],
  ['--since 30d', 'pending leased delivered held dead'],
  ['--since 2026-11-19 --kind call-our-ai', 'leased'],
  ['--since 1h --state dead', ''],
])('leads are listed with %s', async (options, states) => {
  const args = ['list', ...options.split(' ').filter(Boolean)]
  const listed: { state: string }[] = JSON.parse(await leads(...args, '--json'))
  expect(listed.map(({ state }) => state).join(' ')).toBe(states)
})

it('a changed demo is one demo, and what became of its change is counted apart', async () => {
  const booked = storedLead({ kind: 'booking' })
  const change = {
    replaces: booked.id,
    state: 'dead',
    outcome: 'failed',
    deliveredAt: null,
  } as const
  const text = textReport(await makeReport(pages([booked, { ...booked, ...change, id: 'a2' }])))
  expect(sectionOf(text, 'What became of them').slice(1)).toEqual([
    'Received 0 1',
    'Changed by the visitor, and sent again 0 1',
    'Delivered to the webhook 0 1',
    'Waiting, will be sent again 0 0',
    'Kept as held leads, not sent 0 0',
    'Given up after the last attempt 0 1',
  ])
  for (const title of ['By day', byCampaign])
    expect(sectionOf(text, title).slice(1)).toEqual([expect.stringMatching(/ 0 1$/)])
})

it('a report shows the latest 60 days and the 20 largest campaigns, and says what it leaves out', async () => {
  const many = Array.from({ length: 70 }, (_, index) =>
    storedLead({
      createdAt: now - index * day,
      extras: { consent: '2026-11', attribution: { utm_source: `source-${index}` } },
    }),
  )
  const report = await makeReport(pages(many, [storedLead({ createdAt: now })]))
  const byDay = sectionOf(textReport(report), 'By day')
  expect(byDay).toHaveLength(1 + 60 + 1)
  expect(byDay.slice(-2)).toEqual([
    '2026-11-20 2 0',
    'Days before that are not shown: 10. To see them, use --csv.',
  ])
  const campaigns = sectionOf(textReport(report), byCampaign)
  expect(campaigns).toHaveLength(1 + 20 + 1)
  expect(campaigns.at(-1)).toBe(
    'Rows with fewer leads that are not shown: 51. To see them, use --csv.',
  )
  expect(csvReport(report).filter((line) => line.startsWith('"By day"'))).toHaveLength(70)
})
