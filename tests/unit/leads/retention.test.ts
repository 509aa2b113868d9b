import { expect, it } from 'vitest'
import type { Journal } from '@/lib/leads/journal'
import type { LeadRecord, Suspicion } from '@/lib/leads/lead'
import { maintain, purgeOld } from '@/lib/leads/retention'
import {
  captureLog,
  describeBothDatabases,
  giveUp,
  newLead,
  record,
  shareJournal,
} from '../../support/in-process'

const start = Date.parse('2026-11-20T20:00:00Z')
const day = 86_400_000

describeBothDatabases('old leads', (open) => {
  let journal: Journal
  let now = start
  shareJournal(
    open,
    () => now,
    (opened) => {
      journal = opened
    },
  )

  const attribution = {
    utm_source: 'google',
    gclid: 'Ana-s-click',
    referrer: 'https://ana.example/',
    landing_path: '/',
  }

  async function settledLead(outcome: 'delivered' | 'failed' | 'dead'): Promise<string> {
    now = start
    const entry = await record(journal, { extras: { consent: '2026-11', attribution } })
    if (outcome === 'dead') await giveUp(journal, entry)
    else await journal.settle(entry, outcome)
    return entry.id
  }

  /** Purges after some days. Returns how many leads lost their personal data, and the warnings in the log. */
  async function purgeAfter(days: number) {
    now = start + days * day
    const log = captureLog()
    return { purged: await purgeOld(journal.store), warnings: log.warnings() }
  }

  it('lose their personal data, but not their campaign, after 30 days when delivered, and are deleted after a year', async () => {
    const id = await settledLead('delivered')
    const waiting = await settledLead('failed')
    expect(await purgeAfter(29)).toEqual({ purged: 0, warnings: [] })
    expect(await purgeAfter(31)).toEqual({ purged: 1, warnings: [] })
    expect(await journal.find(id)).toMatchObject({ state: 'delivered', payload: null })
    expect((await journal.find(id))?.extras).toEqual({
      consent: '2026-11',
      attribution: { utm_source: 'google', landing_path: '/' },
      purged: true,
    })
    await purgeAfter(364)
    expect(await journal.find(id)).not.toBeNull()
    expect(await purgeAfter(366)).toEqual({ purged: 0, warnings: [] })
    expect(await journal.find(id)).toBeNull()
    expect((await journal.find(waiting))?.payload).not.toBeNull()
  })

  it('that are dead or suspect are announced in the log a week before they are deleted', async () => {
    const dead = await settledLead('dead')
    const suspect = newLead()
    await journal.receive(suspect, { suspicion: 'honeypot' })
    expect(await purgeAfter(172)).toEqual({ purged: 0, warnings: [] })
    expect(await purgeAfter(174)).toEqual({
      purged: 0,
      warnings: ['2 dead or suspect leads will be deleted in 7 days. npm run leads lists them'],
    })
    expect((await journal.find(dead))?.nextAt).toBe(start + 181 * day)
    expect(await purgeAfter(180)).toEqual({ purged: 0, warnings: [] })
    expect(await purgeAfter(182)).toEqual({ purged: 2, warnings: [] })
    expect([await journal.find(dead), await journal.find(suspect.id)]).toEqual([null, null])
  })

  it('are announced before they are deleted, even if no server ran for years', async () => {
    const id = await settledLead('dead')
    expect((await purgeAfter(1000)).purged).toBe(0)
    expect((await purgeAfter(1006)).purged).toBe(0)
    await journal.makeDue(['suspect'], id)
    expect((await purgeAfter(1008)).purged).toBe(1)
  })

  it('that were not accepted within three days are given up, each with a line in the log', async () => {
    const failed = await settledLead('failed')
    const { id: unsent } = await record(journal, { kind: 'call-our-ai' })
    const delivered = await settledLead('delivered')
    const log = captureLog()
    // In steps that are no jump of the clock.
    for (const ms of [1.5 * day, 3 * day - 1]) {
      now = start + ms
      await maintain(journal)
    }
    expect(log.events()).toEqual([])
    now = start + 3 * day
    await maintain(journal)
    const line = { time: expect.any(String), event: 'dead' }
    const lines = log.events().sort((a, b) => String(a.kind).localeCompare(String(b.kind)))
    expect(lines).toEqual([
      { ...line, id: failed, kind: 'booking', outcome: 'failed' },
      { ...line, id: unsent, kind: 'call-our-ai', outcome: 'not sent' },
    ])
    const states = [failed, unsent, delivered].map(async (id) => (await journal.find(id))?.state)
    expect(await Promise.all(states)).toEqual(['dead', 'dead', 'delivered'])
  })

  it('lose their personal data even if they need several batches', async () => {
    for (let i = 0; i < 250; i++) await settledLead('delivered')
    expect((await purgeAfter(31)).purged).toBe(250)
  })

  it('of 10,000 suspects, the oldest with a filled honeypot makes room for another, and none of a person does', async () => {
    await journal.store.write(
      `INSERT INTO leads (id, submission_id, kind, state, outcome, extras, attempts, created_at, give_up_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
       SELECT CAST(n AS TEXT), '', 'booking', 'suspect',
         CASE WHEN n IN (2, 3) THEN 'honeypot' ELSE 'repeated-phone' END, '{}', 0, n, n
       FROM numbers WHERE 1 = 1 RETURNING id`,
    )
    const [bot, person, refused] = [newLead(), newLead(), newLead()]
    const receive = (lead: LeadRecord, suspicion: Suspicion) => journal.receive(lead, { suspicion })
    const stored = { state: 'suspect', dropped: 1 }
    expect([
      await receive(bot, 'honeypot'),
      await receive(person, 'premium-phone'),
      // The lead of the bot above makes room.
      await receive(newLead({ id: 'last' }), 'premium-phone'),
      await receive(refused, 'honeypot'),
      // A lead that is stored needs no room.
      await receive(person, 'premium-phone'),
    ]).toEqual([
      { id: bot.id, why: 'honeypot', ...stored },
      { id: person.id, why: 'premium-phone', ...stored },
      { id: 'last', why: 'premium-phone', ...stored },
      { id: refused.id, why: 'honeypot', state: 'full' },
      { id: person.id, why: 'premium-phone', state: 'suspect' },
    ])
    const found = ['1', '2', '3', '4', bot.id, person.id, 'last', refused.id].map((id) =>
      journal.find(id),
    )
    expect((await Promise.all(found)).map((lead) => lead?.id)).toEqual([
      '1',
      undefined,
      undefined,
      '4',
      undefined,
      person.id,
      'last',
      undefined,
    ])
  })
})
