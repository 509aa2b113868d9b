import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
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

async function lines(texts: AsyncIterable<string>, end = '\n') {
  const text = (await Readable.from(texts).toArray()).join('')
  expect(text.endsWith(end)).toBe(true)
  return text.slice(0, -end.length).split(end)
}

it('the list has one head and the same columns for all pages, and fits 100 columns', async () => {
  const id = '5f0c1c1e-0000-4000-8000-000000000002'
  const delivered = storedLead({ id, kind: 'see-ai-in-action' })
  const held = storedLead({ id, state: 'held', outcome: null, reason: 'repeated-email' })
  const called = { ...delivered, calledAt: Date.parse('2026-11-20T20:09:00Z') }
  const listed = await lines(formatLeadTable(pages([waitingLead({})], [delivered, called, held])))
  const received = '2026-11-20 20:00'
  expect(listed.map((line) => line.split(/ {2,}/))).toEqual([
    ['state', 'id', 'kind', 'outcome', 'received (UTC)'],
    Array(5).fill(expect.stringMatching(/^-+$/)),
    ['pending', 'a1', 'booking', 'timeout', received],
    ['delivered', id, delivered.kind, 'delivered', received],
    ['delivered', id, delivered.kind, 'called', received],
    ['held', id, held.kind, 'repeated-email', received],
  ])
  expect(new Set(listed.slice(1).map((line) => line.indexOf(received.slice(0, 4))))).toEqual(
    new Set([-1, listed[0]?.indexOf('received')]),
  )
  expect(Math.max(...listed.map((line) => line.length))).toBeLessThanOrEqual(100)
  expect(await lines(formatLeadTable(pages()))).toEqual(['No leads.'])
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
    calledAt: Date.parse('2026-11-20T20:09:00Z'),
  })
  const listed = await lines(
    toCsv(() => pages([first], [second])),
    '\r\n',
  )
  expect(listed).toHaveLength(3)
  const [names = [], ...rows] = listed.map((line) => line.split(/(?<="),(?=")/))
  const received = '2026-11-20T20:00:00.000Z'
  const cellsOf = (row: string[] = []) =>
    Object.fromEntries(row.flatMap((cell, index) => (cell === '""' ? [] : [[names[index], cell]])))
  expect(names[0]).toBe('\uFEFF"id"')
  expect(cellsOf(rows[0])).toEqual({
    '\uFEFF"id"': '"a1"',
    '"kind"': '"booking"',
    '"state"': '"pending"',
    '"attempts"': '"1"',
    '"outcome"': '"timeout"',
    '"createdAt"': `"${received}"`,
    '"nextAt"': '"2026-11-20T20:05:00.000Z"',
    '"attemptedAt"': '"2026-11-20T20:00:30.000Z"',
    '"consent"': '"2026-11"',
    '"Name"': '"Ana ""A"" Ruiz"',
    '"Phone"': '"\'+1 (509) 555-0147"',
    '"note"': '"\'＝1+1"',
  })
  expect(cellsOf(rows[1])).toMatchObject({
    '\uFEFF"id"': '"b2"',
    '"deliveredAt"': '"2026-11-20T20:00:01.000Z"',
    '"calledAt"': '"2026-11-20T20:09:00.000Z"',
    '"consent"': '"2026-10"',
    '"utm_source"': '"google"',
    '"landing_path"': '"/"',
  })
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
  ['+15095550147', "'+15095550147"],
  ['call; +1 (509) 555-0147', "call; '+1 (509) 555-0147"],
  ['', ''],
])('the value %j is %j in a spreadsheet, whatever separates its cells', (value, cell) => {
  expect(csvLine(['id', value, 1])).toBe(`"id","${cell}","1"\r\n`)
})
