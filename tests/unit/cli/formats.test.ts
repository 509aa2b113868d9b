import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { csvLine, formatLeadTable, toCsv } from '@/lib/cli/formats'
import type { StoredLead } from '@/lib/leads/lead'
import { pages, storedLead } from '../../support/database/leads'

/** A booking that will be sent again. */
const waitingLead = (change: Partial<StoredLead>) =>
  storedLead({
    kind: 'booking',
    state: 'pending',
    outcome: 'timeout',
    nextAt: Date.parse('2026-11-20T20:05:00Z'),
    attemptedAt: Date.parse('2026-11-20T20:00:30Z'),
    deliveredAt: null,
    ...change,
  })

const received = '2026-11-20 20:00'

const lines = (text: AsyncIterable<string>) => Readable.from(text).toArray()

describe('the list', () => {
  const id = '5f0c1c1e-0000-4000-8000-00000000000'
  const delivered = storedLead({ id: `${id}2` })
  const list = (isTerminal: boolean, ...of: Parameters<typeof pages>) =>
    lines(formatLeadTable(pages(...of), isTerminal))

  it('has one head for all pages, and says when a lead is sent or deleted', async () => {
    const dead = waitingLead({ state: 'dead', nextAt: null })
    const announced = waitingLead({ state: 'dead', replaces: 'b1' })
    const listed = await list(false, [waitingLead({})], [delivered, dead, announced])
    expect(listed.map((line) => line.split(/ {2,}/))).toEqual([
      listed[0]?.split(/ {2,}/),
      [expect.stringMatching(/^-+$/), ...Array(8).fill(expect.stringMatching(/^-+$/))],
      ['pending', 'a1', 'booking', 'timeout', received, '1', 'attempt 2026-11-20 20:05', received],
      ['delivered', delivered.id, delivered.kind, 'delivered', received, '1', received],
      ['dead', 'a1', 'booking', 'timeout', received, '1', 'deleted 2027-05-19 20:00', received],
      [
        'dead',
        'a1',
        'booking',
        'timeout',
        received,
        '1',
        'deleted 2026-11-20 20:05',
        received,
        'b1',
      ],
    ])
    expect(await list(false)).toEqual(['No leads.'])
  })

  it('fits 100 columns of a terminal, without columns that are empty', async () => {
    const held = storedLead({
      ...delivered,
      state: 'held',
      outcome: null,
      reason: 'repeated-email',
    })
    const waiting = waitingLead({ outcome: null, attemptedAt: null })
    const heads = async (...leads: StoredLead[]) => {
      const listed = await list(true, leads)
      expect(Math.max(...listed.map((line) => line.length))).toBeLessThanOrEqual(100)
      return listed[0]?.split(/ {2,}/)
    }
    expect(await heads(held)).toEqual(['state', 'id', 'kind', 'outcome', 'received (UTC)'])
    expect(await heads(waiting)).toEqual([
      'state',
      'id',
      'kind',
      'received (UTC)',
      'attempts',
      'next (UTC)',
    ])
    expect(await list(true, [held], [waiting])).toEqual([
      ...(await list(true, [held])),
      '',
      ...(await list(true, [waiting])),
    ])
  })
})

it('the spreadsheet has every field, the attribution and the consent, quoted, and no formula', async () => {
  const first = waitingLead({
    payload: { Name: 'Ana "A" Ruiz', Phone: '+1 (509) 555-0147', note: '＝1+1' },
  })
  const second = waitingLead({
    id: 'b2',
    state: 'delivered',
    payload: null,
    extras: { consent: '2026-10', attribution: { utm_source: 'google', landing_path: '/' } },
    nextAt: null,
    deliveredAt: Date.parse('2026-11-20T20:00:01Z'),
  })
  expect(await lines(toCsv(() => pages([first], [second])))).toEqual([
    '\uFEFF"id","kind","state","outcome","attempts","createdAt","deliveredAt","replaces","consent","landing_path","utm_source","Name","Phone","note"',
    '"a1","booking","pending","timeout","1","2026-11-20T20:00:00.000Z","","","2026-11","","","Ana ""A"" Ruiz","+1 (509) 555-0147","\'＝1+1"',
    '"b2","booking","delivered","timeout","1","2026-11-20T20:00:00.000Z","2026-11-20T20:00:01.000Z","","2026-10","/","google","","",""',
  ])
})

it.each([
  ['x;=cmd', "x;'=cmd"],
  ['a@b.co;+1+cmd|calc', "a@b.co;'+1+cmd|calc"],
  ['x; "=cmd"', 'x; ""\'=cmd""'],
  ['x\t-2+3\n@cmd\r＝1', "x\t'-2+3\n'@cmd\n'＝1"],
  ['\u001b[31m\u009bx\r\ny', ' [31m x\ny'],
  ['=1;=2', "'=1;'=2"],
  [';=1', ";'=1"],
  ['x;;=1;', "x;;'=1;"],
  ['https://ruiz.com/?a=1;b=2', 'https://ruiz.com/?a=1;b=2'],
  ['call; +1 (509) 555-0147', 'call; +1 (509) 555-0147'],
  ['', ''],
])('the value %j is %j in a spreadsheet, whatever separates its cells', (value, cell) => {
  expect(csvLine(['id', value, 1])).toBe(`"id","${cell}","1"`)
})
