import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { makeReport, readVisits } from '@/lib/cli/make-report'
import { callbackKinds } from '@/lib/forms/callback-forms'
import type { LeadKind } from '@/lib/forms/forms'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeadState, StoredLead } from '@/lib/leads/lead'
import { purgeOld } from '@/lib/leads/maintenance'
import { env } from '@/lib/server/env'
import { site as product } from '@/lib/site'
import { sqlite } from '../../support/database/database'
import { pages, storedLead } from '../../support/database/leads'
import { listedIn, leads as runLeads } from '../../support/site/cli'
import {
  describeBothDatabases,
  giveUp,
  newLead,
  receive,
  record,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

const day = 86_400_000
const now = Date.parse('2026-11-20T09:00:00Z')
let time = now
const { url } = sqlite()
/** The journal as a server beside the tool has it open. */
const journal = Journal.open({ ...openDatabase(url), now: () => String(time) })

beforeAll(async () => {
  await recorded(60, 'booking', 'delivered', { utm_source: 'flyer' })
  time += (env.retentionDays + 1) * day
  await purgeOld(journal.store)
  await recorded(2, 'booking', 'dead', { utm_source: 'google', landing_path: '/' })
  await recorded(2, sampleKind, 'delivered', { utm_source: 'google', landing_path: '/' })
  await recorded(2, sampleKind, 'pending', { landing_path: '/book-demo' })
  await recorded(0, sampleKind, 'leased', { utm_source: 'flyer' })
  await recorded(0, sampleKind, 'held')
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

/** The rows of the tables of a report as text, without their heads. */
async function tables(...options: string[]): Promise<Record<string, string[]>> {
  const [, ...blocks] = (await leads('report', ...options)).trimEnd().split('\n\n')
  const rows = blocks.map((block) => block.split('\n').map((line) => line.replaceAll(/ +/g, ' ')))
  return Object.fromEntries(
    rows.flatMap(([title = ''], index) =>
      index % 2 ? [] : [[title, rows[index + 1]?.slice(2) ?? []]],
    ),
  )
}

it('leads are counted by month in Pacific time and by campaign, of the states that are asked for', async () => {
  expect((await leads('report')).split('\n')[0]).toBe(
    `Leads of ${product.name}. Received from 2026-09-21 to 2026-11-20, in Pacific Time. Held leads are not counted.`,
  )
  expect(await tables()).toEqual({
    'By campaign (source / campaign, or the site that referred)': [
      'flyer 1 1',
      'google 1 1',
      'direct 1 0',
    ],
    'By month': ['2026-09 0 1', '2026-11 3 1'],
  })
  expect(await tables('--state', 'held')).toEqual({
    'By campaign (source / campaign, or the site that referred)': ['unknown 1 0'],
    'By month': ['2026-11 1 0'],
  })
})

it('leads are counted from the midnight of a day in Pacific time to that of another', async () => {
  const months = async (...options: string[]) => (await tables(...options))['By month']
  const november = ['--since', '2026-11-01', '--until']
  expect(await months('--since', '2026-11-18', '--until', '2026-11-18')).toEqual(['2026-11 2 1'])
  // The leads of that day came an hour after its midnight.
  expect(await months(...november, '2026-11-17')).toBeUndefined()
  expect(await months(...november, '2026-11-19', '--state', 'dead')).toEqual(['2026-11 0 1'])
  expect(await months(...november, '1d')).toEqual(['2026-11 2 1'])
  expect(await months(...november, '9999-12-31')).toEqual(['2026-11 3 1'])
})

it.each([
  ['', 'dead delivered delivered held leased pending'],
  ['--state dead,pending', 'dead pending'],
  ['--since 30d', 'dead delivered held leased pending'],
  ['--since 2026-11-19', 'held leased'],
  ['--since 2026-09-01 --until 2026-11-17 --state delivered', 'delivered'],
  ['--since 1h --state dead', ''],
])('leads are listed with %s', async (options, states) => {
  const args = ['list', ...options.split(' ').filter(Boolean)]
  const listed = listedIn(await leads(...args))
  const found = listed.map(({ state }) => state)
  expect(found.sort().join(' ')).toBe(states)
})

const from = (utm_source: string, utm_campaign = '') => ({
  consent: '2026-11',
  attribution: { utm_source, utm_campaign, landing_path: '/' },
})

it('a report says how long visitors wait for the call, of the forms and changes that are told', async () => {
  const minute = 60_000
  const called = (minutes: number | null, change: Partial<StoredLead> = {}) =>
    storedLead({
      ...change,
      calledAt: minutes && Number(change.createdAt ?? storedLead().createdAt) + minutes * minute,
    })
  const callbacks = [1, 2, 3, 4, 5, 60, 300, 7, null, 9, 10].map((each) => called(each))
  const bookings = [called(null, booking), called(90, { ...booking, replaces: 'a1' })]
  const section = async (leads: StoredLead[]) =>
    (await makeReport(pages(leads))).sections.find(({ title }) => title === 'From lead to call')
  expect(await section([...callbacks, ...bookings])).toEqual({
    title: 'From lead to call',
    head: ['Form', 'Called', 'Not called', 'Half within', 'Nine in ten within'],
    rows: [
      [sampleKind, [10, 1, '5 min', '1 h']],
      ['booking', [0, 1, '', '']],
    ],
  })
  expect(await section(bookings)).toBeUndefined()
})

const [first, last] = [Date.parse('2026-11-18T08:00:00Z'), Date.parse('2026-11-20T08:00:00Z')]
const counts = [
  ['google / spring', 'entry', 200],
  ['flyer', 'entry', 50],
  ['<img src=x onerror=alert(1)>"&', 'entry', 10],
  ['', 'entry', 5],
  ['', '/book-demo', 60],
  ['', 'demo phone', 53],
  ['', 'booking begun', 40],
  ['', 'booking step 2', 30],
  ['', 'booking step 3', 10],
  ['', 'booking step 4', 8],
  ['', 'booking phoneNumber', 5],
  ['', `${sampleKind} opened`, 20],
  ['', `${sampleKind} begun`, 10],
  ['', `${sampleKind} phone`, 6],
].map(([campaign = '', name = '', count = 0]) => ({ campaign, name, count, days: 2, first, last }))
const booking: Partial<StoredLead> = { kind: 'booking', extras: from('google', 'spring') }
const visited = [
  storedLead(booking),
  storedLead(booking),
  // Counted when it was booked.
  storedLead({ ...booking, replaces: 'a1' }),
  storedLead({ extras: from('flyer') }),
  storedLead({ extras: { consent: '', attribution: { landing_path: '/' }, purged: true } }),
]
const visits = () => readVisits(async () => counts, 0)

it('a report begins with the way from a visit to a lead, and says where it ends', async () => {
  const { sections } = await makeReport(pages(visited), await visits())
  expect(sections.map(({ title, rows }) => [title, rows])).toEqual([
    [
      'From visit to lead',
      [
        ['entries', [265, '']],
        ['demo phone', [53, '20.0%']],
        ['booking opened', [60, '22.6%']],
        ['booking begun', [40, '66.7%']],
        ['booking sent', [3, '7.5%']],
        [`${sampleKind} opened`, [20, '7.5%']],
        [`${sampleKind} begun`, [10, '50.0%']],
        [`${sampleKind} sent`, [2, '20.0%']],
        ...callbackKinds.slice(1).flatMap((kind) => [
          [`${kind} opened`, [0, '0.0%']],
          [`${kind} begun`, [0, '']],
          [`${kind} sent`, [0, '']],
        ]),
      ],
    ],
    [
      'Booking by step',
      [
        ['1 Contact', [30, 30, '50.0%']],
        ['2 Business', [10, 20, '66.7%']],
        ['3 Schedule', [8, 2, '20.0%']],
        ['4 Review', [3, 5, '62.5%']],
      ],
    ],
    [
      'Refused fields',
      [
        [`${sampleKind}: Phone Number`, [6]],
        ['booking: Phone Number', [5]],
      ],
    ],
    [
      'By campaign (source / campaign, or the site that referred)',
      [
        ['google / spring', [0, 2, 200, '1.0%']],
        ['flyer', [1, 0, 50, '2.0%']],
        ['<img src=x onerror=alert(1)>"&', [0, 0, 10, '0.0%']],
        ['other', [0, 0, 5, '0.0%']],
        ['unknown', [1, 0, 0, '']],
      ],
    ],
    ['By month', [['2026-11', [2, 2]]]],
  ])
  expect(sections[3]?.note).toBe(
    'Days with more campaigns than have names, so that the rest is “other”: 2, from 2026-11-18 to 2026-11-20.',
  )
})

it('a report on an empty journal says so, and one on some leads has no visits', async () => {
  const { url } = sqlite()
  const journal = Journal.open(openDatabase(url))
  await journal.store.check()
  onTestFinished(() => journal.store.close())
  await journal.store.write(
    "INSERT INTO visit_counts (day, campaign, name, count) VALUES (1795000000000, 'direct', 'entry', 7) RETURNING day",
  )
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', url)
  const report = async (...options: string[]) => (await runLeads('report', ...options)).stdout
  expect(await report()).toMatch(
    /^Leads of .*\. No leads\. Held leads are not counted\.\n[\s\S]*\nentries +7\n/,
  )
  expect(await report('--state', 'dead')).toBe(`Leads of ${product.name}. No leads.\n`)
})

describeBothDatabases('visits of a report', (open) => {
  it('are those of whole Pacific days', async () => {
    const journal = Journal.open(openDatabase((await open()).url))
    onTestFinished(() => journal.store.close())
    for (const day of [19, 20, 21])
      await journal.store.write(
        "INSERT INTO visit_counts (day, campaign, name, count) VALUES ($1, 'direct', 'entry', $2) RETURNING day",
        [Date.parse(`2026-11-${day}T08:00:00Z`), day],
      )
    const entriesOf = async (since: string, until?: string) => {
      const end = until ? Date.parse(until) : undefined
      const { read } = journal.store
      return (await readVisits(read, Date.parse(since), end))?.count('entry')
    }
    expect(await entriesOf('1970-01-01T00:00:00Z')).toBe(60)
    expect(await entriesOf('2026-11-20T08:00:00Z')).toBe(41)
    expect(await entriesOf('2026-11-20T08:01:00Z')).toBe(21)
    // --until 2026-11-20 ends at the midnight after it.
    expect(await entriesOf('2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z')).toBe(20)
    expect(await entriesOf('2026-11-22T08:00:00Z')).toBeUndefined()
  })
})
