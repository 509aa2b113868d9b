import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { countLeads, formatStatistics } from '@/lib/cli/statistics'
import { Journal, openStore } from '@/lib/leads/journal'
import type { LeadState } from '@/lib/leads/records'
import { purgeOld } from '@/lib/leads/retention'
import type { LeadKind } from '@/lib/site'
import { leads as runLeads } from '../../support/cli'
import { sqlite } from '../../support/database'
import { giveUp, newLead, record } from '../../support/in-process'
import { pages, storedLead } from '../../support/stored-lead'

const day = 86_400_000
/** Old enough that delivered leads of the first days have lost their personal data. */
const now = Date.parse('2026-11-20T20:00:00Z')
let time = now
const { url } = sqlite()
/** The journal as a server beside the tool has it open. */
const journal = new Journal({ ...openStore(url), now: () => String(time) })

beforeAll(async () => {
  await recorded(40, 'booking', 'delivered', { utm_source: 'flyer' })
  time = now
  await purgeOld(journal)
  await recorded(2, 'booking', 'dead', { utm_source: 'google', landing_path: '/' })
  await recorded(2, 'call-our-ai', 'delivered', { utm_source: 'google', landing_path: '/' })
  await recorded(2, 'call-our-ai', 'pending', { landing_path: '/book-demo' })
  await recorded(0, 'call-our-ai', 'leased', { utm_source: 'flyer' })
  await recorded(0, 'see-ai-in-action', 'suspect')
})
afterAll(() => journal.close())

async function recorded(
  daysAgo: number,
  kind: LeadKind,
  state: LeadState,
  attribution?: Record<string, string>,
) {
  time = now - daysAgo * day
  const lead = { kind, extras: { consent: '2026-11', ...(attribution && { attribution }) } }
  if (state === 'suspect') return journal.recordSuspect(newLead(lead))
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

const rows = (text: string) => text.split('\n').map((line) => line.split(/\s+/).join(' '))

it('leads are counted by day, kind and state, with bars', async () => {
  expect(rows(await leads('stats'))).toEqual([
    'day (UTC) kind leads pending leased delivered suspect dead',
    expect.stringMatching(/^[- ]+$/),
    `2026-10-11 booking 1 0 0 1 0 0 ${'█'.repeat(15)}`,
    `2026-11-18 booking 1 0 0 0 0 1 ${'█'.repeat(15)}`,
    `2026-11-18 call-our-ai 2 1 0 1 0 0 ${'█'.repeat(30)}`,
    `2026-11-20 call-our-ai 1 0 1 0 0 0 ${'█'.repeat(15)}`,
    `2026-11-20 see-ai-in-action 1 0 0 0 1 0 ${'█'.repeat(15)}`,
    '',
  ])
})

it('leads are counted by campaign, with those whose attribution is missing or deleted', async () => {
  expect(rows(await leads('stats', '--by', 'utm_source')).slice(2)).toEqual([
    `flyer booking 1 0 0 1 0 0 ${'█'.repeat(30)}`,
    `flyer call-our-ai 1 0 1 0 0 0 ${'█'.repeat(30)}`,
    `google booking 1 0 0 0 0 1 ${'█'.repeat(30)}`,
    `google call-our-ai 1 0 0 1 0 0 ${'█'.repeat(30)}`,
    `none call-our-ai 1 1 0 0 0 0 ${'█'.repeat(30)}`,
    `none see-ai-in-action 1 0 0 0 1 0 ${'█'.repeat(30)}`,
    '2 leads have no utm_source: 2 came without one, 0 lost it when their personal data was deleted.',
    '',
  ])
})

it('leads lose the ids of clicks with their personal data, and keep the campaign', async () => {
  expect(rows(await leads('stats', '--by', 'gclid')).at(-2)).toBe(
    '6 leads have no gclid: 5 came without one, 1 lost it when their personal data was deleted.',
  )
})

it('leads are counted since a time, as JSON', async () => {
  expect(JSON.parse(await leads('stats', '--since', '24h', '--json'))).toEqual({
    by: 'day',
    groups: ['call-our-ai', 'see-ai-in-action'].map((kind) => ({
      day: '2026-11-20',
      kind,
      leads: 1,
      ...{ pending: 0, leased: 0, delivered: 0, suspect: 0, dead: 0 },
      ...(kind === 'call-our-ai' ? { leased: 1 } : { suspect: 1 }),
    })),
  })
  expect(
    JSON.parse(await leads('stats', '--by=landing_path', '--since=2026-11-18', '--json')),
  ).toMatchObject({
    by: 'landing_path',
    groups: [
      { landing_path: '/', kind: 'booking', leads: 1, dead: 1 },
      { landing_path: '/', kind: 'call-our-ai', leads: 1, delivered: 1 },
      { landing_path: '/book-demo', kind: 'call-our-ai', leads: 1, pending: 1 },
      { landing_path: null, leads: 1 },
      { landing_path: null, leads: 1 },
    ],
    without: 2,
    deleted: 0,
  })
})

it.each([
  ['', 'pending leased delivered delivered suspect dead'],
  ['--state dead,pending', 'pending dead'],
  ['--kind callback', 'pending leased delivered suspect'],
  ['--kind booking', 'delivered dead'],
  ['--since 30d', 'pending leased delivered suspect dead'],
  ['--since 2026-11-19 --kind call-our-ai', 'leased'],
  ['--since 1h --state dead', ''],
])('leads are listed with %s', async (options, states) => {
  const args = ['list', ...options.split(' ').filter(Boolean)]
  const listed: { state: string }[] = JSON.parse(await leads(...args, '--json'))
  expect(listed.map(({ state }) => state).join(' ')).toBe(states)
  const table = rows(await leads(...args)).slice(0, -1)
  expect(table.slice(2).map((row) => row.split(' ')[0])).toEqual(states.split(' ').filter(Boolean))
})

it('leaves out values with few leads when there are many', async () => {
  const lead = (utm_source: string) =>
    storedLead({ extras: { consent: '2026-11', attribution: { utm_source } } })
  const many = Array.from({ length: 150 }, (_, index) => [lead(`source-${index}`), lead('flyer')])
  const lines = formatStatistics(await countLeads(pages(...many), 'utm_source'))
  expect(lines).toHaveLength(2 + 100 + 2)
  expect(lines[2]).toMatch(/^flyer +call-our-ai +150 /)
  expect(lines.at(-2)).toBe('51 rows with fewer leads are not shown. To see them, add --json.')
})
