import { describe, expect, it } from 'vitest'
import type { Kept } from '@/lib/leads/journal'
import { describeKept, statistics, toCsv } from '@/lib/leads/report'

const kept = (change: Partial<Kept>): Kept => ({
  id: 'a1',
  kind: 'booking',
  state: 'pending',
  attempts: 1,
  outcome: 'timeout',
  createdAt: Date.parse('2026-11-20T20:00:00Z'),
  nextAt: Date.parse('2026-11-20T20:05:00Z'),
  deliveredAt: null,
  payload: { fullName: 'Ana' },
  extras: { consent: '2026-11' },
  ...change,
})

describe('the list', () => {
  it('stands in the order of the states, without people', () => {
    const text = describeKept([
      kept({ id: 'd1', state: 'delivered', outcome: 'delivered' }),
      kept({}),
    ])
    expect(text.split('\n')).toEqual([
      'state      id  kind     tries  outcome    received          next or done',
      '---------  --  -------  -----  ---------  ----------------  ----------------',
      'pending    a1  booking  1      timeout    2026-11-20 20:00  2026-11-20 20:05',
      'delivered  d1  booking  1      delivered  2026-11-20 20:00  2026-11-20 20:05',
    ])
    expect(describeKept([])).toBe('No leads.')
  })
})

describe('the statistics', () => {
  it('count a day’s leads by state and draw them', () => {
    const other = Date.parse('2026-11-21T01:00:00Z')
    const text = statistics([
      kept({}),
      kept({ state: 'delivered' }),
      kept({ createdAt: other, state: 'dead' }),
    ])
    const [, , first, second] = text.split('\n')
    expect(first?.split(/\s+/)).toEqual([
      '2026-11-20',
      '2',
      '1',
      '0',
      '1',
      '0',
      '0',
      '█'.repeat(30),
    ])
    expect(second?.split(/\s+/)).toEqual([
      '2026-11-21',
      '1',
      '0',
      '0',
      '0',
      '0',
      '1',
      '█'.repeat(15),
    ])
  })
})

describe('the spreadsheet', () => {
  it('holds every field, quoted, and nothing that would run', () => {
    const csv = toCsv([
      kept({ payload: { Name: 'Ana "A" Ruiz', Phone: '+15095550147', note: '=1+1' } }),
      kept({
        id: 'b2',
        state: 'delivered',
        payload: null,
        nextAt: null,
        deliveredAt: Date.parse('2026-11-20T20:00:01Z'),
      }),
    ])
    expect(csv.split('\r\n')).toEqual([
      '"id","kind","state","outcome","attempts","createdAt","deliveredAt","Name","Phone","note"',
      '"a1","booking","pending","timeout","1","2026-11-20T20:00:00.000Z","","Ana ""A"" Ruiz","\'+15095550147","\'=1+1"',
      '"b2","booking","delivered","timeout","1","2026-11-20T20:00:00.000Z","2026-11-20T20:00:01.000Z","","",""',
    ])
  })
})
