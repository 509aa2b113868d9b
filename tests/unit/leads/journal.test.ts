import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deleteLead, eraseAgain, readErased } from '@/lib/cli/erase'
import { leadKinds } from '@/lib/forms/forms'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { HoldReason, LeadFilter, LeadRecord, LeasedLead } from '@/lib/leads/lead'
import {
  busyWaitMs,
  leaseMs,
  leaseRecorded,
  type Receipt,
  recordDelivered,
} from '@/lib/leads/record'
import {
  captureLog,
  describeBothDatabases,
  describeDatabases,
  giveUp,
  newLead,
  receive,
  record,
  shareJournal,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

const start = Date.parse('2026-11-20T20:00:00Z')
const giveUpAfterMs = 72 * 3_600_000
/** The clock of all journals. */
let now = start
const setClock = (ms: number) => {
  now = start + ms
}
const openJournal = (url: string) => Journal.open({ ...openDatabase(url), now: () => String(now) })

const leaseOf = (receipt: Receipt) => (receipt.state === 'leased' ? receipt.lease : null)

/** Each block of tests has a journal of its own, and `other`, a second instance on the same database. */
let journal: Journal
let other: Journal
function shareJournals(open: Parameters<typeof shareJournal>[0]) {
  const clock = () => now
  shareJournal(open, clock, (opened, url) => {
    journal = opened
    other = openJournal(url)
  })
  afterAll(() => other.store.close())
  beforeEach(() => {
    setClock(0)
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
  })
}

const recorded = (change?: Partial<LeadRecord>) => record(journal, change)
const leaseAt = (ms: number, each = journal) => {
  setClock(ms)
  return each.leaseNextDue(leadKinds)
}

/** A lead that was sent so long ago, while the journal failed. */
async function recordSent(lead: LeadRecord, ageMs: number) {
  const [row] = await journal.store.read(`SELECT ${journal.store.now()} AS now`)
  const sent = { ...lead, version: Number(row?.now) - ageMs, replaces: null }
  return recordDelivered(journal.store, sent, performance.now() - ageMs)
}

/** Versions of one form. */
const thread = randomUUID()
const version = (change: Partial<LeadRecord> = {}) => newLead({ thread, ...change })
const lease = async (lead: LeadRecord) => leaseOf(await receive(journal, lead))
const states = async () =>
  Object.fromEntries(
    (await journal.store.read('SELECT id, state FROM leads')).map(({ id, state }) => [id, state]),
  )

// In one transaction each, or by several connections at once: what PgBouncer could change.
describeDatabases('instances that share a journal', (open) => {
  shareJournals(open)

  it('creates its tables once when several processes start at the same time, with one secret', async () => {
    const third = await open()
    const journals = Array.from({ length: 5 }, () => openJournal(third.url))
    for (const entry of await Promise.all(journals.map((each) => record(each))))
      expect(entry).toMatchObject({ attempts: 0 })
    const [{ leads } = {}] =
      (await journals[0]?.store.read('SELECT COUNT(*) AS leads FROM leads')) ?? []
    expect(Number(leads)).toBe(5)
    const secrets = await Promise.all(journals.map((each) => each.store.secret()))
    expect(secrets).toEqual(Array(5).fill(expect.stringMatching(/^.{44}$/)))
    expect(new Set(secrets).size).toBe(1)
    await Promise.all(journals.map((each) => each.store.close()))
  })

  it('leases a lead to the process that recorded it, and to another when its lease has expired', async () => {
    const attribution = { utm_source: 'flyer' }
    const extras = { consent: '2026-11', attribution }
    const entry = await recorded({ extras })
    const { id, payload } = entry
    const leased = { state: 'leased', attempts: 0, createdAt: start, payload, extras }
    expect(await other.find(id)).toMatchObject(leased)
    expect(await leaseAt(leaseMs - 1, other)).toBeNull()
    expect(await receive(other, newLead({ id }))).toEqual({ state: 'busy' })
    expect(await leaseAt(leaseMs, other)).toMatchObject({ id, payload })
    expect(await journal.settle(entry, 'delivered')).toBeNull()
    expect((await journal.find(id))?.state).toBe('leased')
    setClock(2 * leaseMs)
    expect(await receive(journal, newLead({ id }))).toMatchObject({
      state: 'leased',
      lease: { id },
    })
  })

  it('leases a due lead to one instance only', async () => {
    const entries: LeasedLead[] = []
    for (let i = 0; i < 20; i++) entries.push(await recorded())
    for (const entry of entries) await journal.returnLease(entry)
    const leasedIds: string[] = []
    const leaseAll = async (each: Journal) => {
      for (
        let next = await each.leaseNextDue(leadKinds);
        next;
        next = await each.leaseNextDue(leadKinds)
      )
        leasedIds.push(next.id)
    }
    await Promise.all([journal, other, journal, other].map(leaseAll))
    expect(leasedIds.sort()).toEqual(entries.map(({ id }) => id).sort())
  })

  it('settles leads that were delivered while it failed, whoever leases them', async () => {
    const [leased, pending] = [await recorded(), await recorded()]
    await journal.settle(pending, 'failed')
    for (const lead of [leased, pending]) {
      await recordDelivered(other.store, lead, performance.now())
      expect(await journal.find(lead.id)).toMatchObject({ state: 'delivered', nextAt: null })
    }
    expect(await journal.settle(leased, 'failed')).toBeNull()
  })

  it('records once that the visitor of a lead was called, in any state but held', async () => {
    const [leased, pending, delivered, dead] = [
      await recorded(),
      await recorded(),
      await recorded(),
      await recorded(),
    ]
    await journal.returnLease(pending)
    await journal.settle(delivered, 'delivered')
    await giveUp(journal, dead)
    const held = newLead()
    await receive(journal, held, { reason: 'flood' })
    for (const ms of [1000, 2000]) {
      setClock(ms)
      for (const { id } of [leased, pending, delivered, dead])
        expect(await journal.recordCall(id)).toBe(true)
      for (const id of [held.id, 'unknown']) expect(await journal.recordCall(id)).toBe(false)
    }
    const rows = await journal.store.read(
      'SELECT state, called_at AS at FROM leads ORDER BY state, id',
    )
    expect(rows).toEqual([
      { state: 'dead', at: start + 1000 },
      { state: 'delivered', at: start + 1000 },
      { state: 'held', at: null },
      { state: 'leased', at: start + 1000 },
      { state: 'pending', at: start + 1000 },
    ])
    await deleteLead(journal, delivered.id, { withConsent: false })
    expect(await journal.recordCall(delivered.id)).toBe(false)
  })

  it.each([
    ['no lead that was deleted after it was sent', 0, 500, null],
    ['a lead that was sent after it was deleted', 300, 0, 'delivered'],
  ] as const)(
    'records %s, however long the transaction waits',
    async (_, sent, erased, expected) => {
      vi.useFakeTimers({ toFake: ['performance'] })
      onTestFinished(() => void vi.useRealTimers())
      const pass = (ms: number) => {
        now += ms
        vi.advanceTimersByTime(ms)
      }
      const { transaction } = journal.store
      vi.spyOn(journal.store, 'transaction').mockImplementationOnce((work) => {
        pass(1500)
        return transaction(work)
      })
      const lead = newLead()
      const sentAt = performance.now() + sent
      await journal.store.write(
        'INSERT INTO erased (key, erased_at) VALUES ($1, $2) RETURNING key',
        [lead.id, start + erased],
      )
      pass(1000)
      await recordDelivered(
        journal.store,
        { ...lead, version: start + sent, replaces: null },
        sentAt,
      )
      expect((await journal.find(lead.id))?.state ?? null).toBe(expected)
    },
  )

  it.each(['honeypot', null] as const)(
    'no longer lists a lead as deleted that is received again (held: %s)',
    async (reason) => {
      const lead = newLead()
      await receive(journal, lead)
      await journal.store.write("UPDATE leads SET state = 'delivered' RETURNING id")
      await deleteLead(journal, lead.id, { withConsent: true })
      const keys = [lead.thread, lead.id]
      const erased = [...keys, ...keys.map((key) => `consent ${key}`)]
      expect(new Set(await readErased(journal.store))).toEqual(new Set(erased))
      await receive(journal, lead, { reason })
      expect(await readErased(journal.store)).toEqual([])
    },
  )

  it('records a newer one while an older is being sent, and sends it once that one has ended', async () => {
    const older = await recorded({ thread })
    const newer = version()
    const busy = { state: 'busy' }
    expect(await receive(other, newer)).toEqual(busy)
    expect(await states()).toEqual({ [older.id]: 'leased', [newer.id]: 'pending' })
    expect(await leaseRecorded(other.store, newer)).toEqual(busy)
    await journal.settle(older, 'delivered')
    const next = leaseOf(await leaseRecorded(other.store, newer))
    expect(next).toMatchObject({ id: newer.id, replaces: older.id })
    if (next) await journal.settle(next, 'delivered')
    expect(await leaseRecorded(other.store, newer)).toEqual({ state: 'delivered' })
  })

  it('numbers two that come at once, and sends one', async () => {
    const first = await recorded({ thread })
    await journal.settle(first, 'delivered')
    const tabs = [version(), version()]
    const receipts = await Promise.all(tabs.map((tab, i) => receive(i ? other : journal, tab)))
    expect(receipts.map(({ state }) => state).sort()).toEqual(['busy', 'leased'])
  })
})

describeBothDatabases('the journal', (open) => {
  shareJournals(open)

  it('leases a lead again when the wait after a failed attempt is over', async () => {
    const entry = await recorded()
    expect(await journal.settle({ ...entry, attempts: 1 }, 'failed')).toBe('pending')
    expect((await journal.find(entry.id))?.nextAt).toBe(start + 300_000)
    expect(await leaseAt(299_999)).toBeNull()
    expect(await leaseAt(300_000)).toMatchObject({ id: entry.id, attempts: 2 })
  })

  it.each([
    ['that always meets a busy webhook', (entry: LeasedLead) => journal.settle(entry, 'throttled')],
    ['whose webhook is not set', (entry: LeasedLead) => journal.returnLease(entry)],
    ['whose sender was killed', async () => null],
  ])('gives up a lead %s after three days, and ops can give it three more', async (_, end) => {
    const entry = await recorded()
    await end(entry)
    setClock(giveUpAfterMs - 1)
    expect(await journal.giveUp(10)).toEqual([])
    setClock(giveUpAfterMs)
    const outcome = (await journal.find(entry.id))?.outcome ?? null
    const dead = { id: entry.id, kind: 'booking', state: 'dead', outcome, nextAt: null }
    expect(await journal.giveUp(10)).toMatchObject([dead])
    expect(await journal.find(entry.id)).toMatchObject(dead)
    expect(await leaseAt(2 * giveUpAfterMs)).toBeNull()
    expect(await journal.makeAllDue({})).toBe(1)
    const again = await leaseAt(2 * giveUpAfterMs)
    if (again) await end(again)
    setClock(3 * giveUpAfterMs - 1)
    expect(await journal.giveUp(10)).toEqual([])
    setClock(3 * giveUpAfterMs)
    expect(await journal.giveUp(10)).toMatchObject([dead])
  })

  it('does not give up a lead that is being sent', async () => {
    const entry = await recorded()
    await journal.returnLease(entry)
    setClock(giveUpAfterMs)
    await journal.leaseNextDue(leadKinds)
    expect(await journal.giveUp(10)).toEqual([])
  })

  it('waits as long as the receiver asked, and does not count an attempt that was throttled', async () => {
    const [asked, first] = [await recorded(), await recorded()]
    await journal.settle(asked, 'unavailable', 600_000)
    expect((await journal.find(asked.id))?.nextAt).toBe(start + 600_000)
    await journal.settle(first, 'throttled')
    const inFiveMinutes = { attempts: 0, nextAt: start + 300_000 }
    expect(await journal.find(first.id)).toMatchObject(inFiveMinutes)
  })

  it('leases a lead whose time is ahead, because a clock was wrong', async () => {
    const [leased, pending] = [await recorded(), await recorded()]
    setClock(3_600_000)
    await journal.settle(pending, 'failed')
    setClock(-3_600_000)
    const found = [await leaseAt(-3_600_000, other), await leaseAt(-3_600_000, other)]
    expect(found.map((lead) => lead?.id).sort()).toEqual([leased.id, pending.id].sort())
  })

  it('makes pending and dead leads due now, and gives a dead one all its attempts again', async () => {
    const [pending, dead, delivered] = [await recorded(), await recorded(), await recorded()]
    await journal.settle(pending, 'failed')
    await giveUp(journal, dead)
    await journal.settle(delivered, 'delivered')
    const makeDue = (id: string) => journal.makeDue(['pending', 'dead'], id)
    expect(await journal.leaseNextDue(leadKinds)).toBeNull()
    expect([await makeDue('unknown-id'), await makeDue(delivered.id)]).toEqual([0, 0])
    expect(await makeDue(dead.id)).toBe(1)
    expect(await other.leaseNextDue(leadKinds)).toMatchObject({ id: dead.id, attempts: 0 })
    expect(await journal.makeAllDue({})).toBe(1)
    expect(await other.leaseNextDue(leadKinds)).toMatchObject({ id: pending.id, attempts: 1 })
  })

  it('sends a delivered lead again under its id, and keeps its data until it is delivered', async () => {
    const lead = await recorded()
    await journal.settle(lead, 'delivered')
    setClock(29 * 86_400_000)
    const wanted: LeadFilter = { states: ['delivered'] }
    expect([await journal.countDue(wanted), await journal.makeAllDue(wanted)]).toEqual([1, 1])
    expect(await journal.find(lead.id)).toMatchObject({
      state: 'pending',
      attempts: 0,
      reason: 'sent-again',
      deliveredAt: null,
    })
    const again = await other.leaseNextDue(leadKinds)
    expect(again).toMatchObject({
      id: lead.id,
      payload: lead.payload,
      version: lead.version,
      replaces: null,
    })
    if (again) await journal.settle(again, 'delivered')
    expect(await journal.find(lead.id)).toMatchObject({ state: 'delivered', deliveredAt: now })
  })

  it('sends a delivered lead again only if it is the newest version, and its data is there', async () => {
    const first = await recorded()
    await journal.settle(first, 'delivered')
    const second = await recorded({ thread: first.thread })
    const purged = await recorded()
    for (const lead of [second, purged]) await journal.settle(lead, 'delivered')
    await journal.store.write('UPDATE leads SET payload = NULL WHERE id = $1 RETURNING id', [
      purged.id,
    ])
    for (const { id } of [first, purged]) expect(await journal.makeDue(['delivered'], id)).toBe(0)
    expect(await journal.makeAllDue({ states: ['delivered'] })).toBe(1)
    // The next version replaces it, although it waits.
    expect(await recorded({ thread: first.thread })).toMatchObject({ replaces: second.id })
  })

  it('who was called about one version of a form was called about all', async () => {
    const first = await recorded()
    await journal.settle(first, 'delivered')
    setClock(1000)
    const second = await recorded({ thread: first.thread })
    await journal.settle(second, 'delivered')
    const other = await recorded()
    setClock(2000)
    expect(await journal.recordCall(second.id)).toBe(true)
    setClock(3000)
    const third = await recorded({ thread: first.thread })
    await journal.settle(third, 'delivered')
    const sent = newLead({ thread: first.thread })
    await recordSent(sent, 0)
    const calledAt = async ({ id }: LeadRecord) => (await journal.find(id))?.calledAt
    for (const lead of [first, second, third, sent]) expect(await calledAt(lead)).toBe(start + 2000)
    expect(await calledAt(other)).toBeNull()
  })

  it('deletes again a version that a backup has, and that a later version superseded before the deletion', async () => {
    const backup = openJournal((await open()).url)
    const older = newLead()
    await receive(backup, older)
    await backup.setAside()
    await receive(journal, older)
    await journal.store.write("UPDATE leads SET state = 'dead', lease_until = NULL RETURNING id")
    const newer = await recorded({ thread: older.thread })
    await journal.settle(newer, 'delivered')
    await deleteLead(journal, newer.id)
    const erased = await readErased(journal.store)
    expect(await eraseAgain(backup, erased)).toEqual([older.id])
    expect(await readErased(backup.store)).toContain(older.thread)
    await backup.store.close()
  })

  it('sets aside the leads of a restored backup that wait or are being sent', async () => {
    const [waiting, leased, delivered] = [await recorded(), await recorded(), await recorded()]
    await journal.returnLease(waiting)
    await journal.settle(delivered, 'delivered')
    expect((await journal.setAside()).sort()).toEqual([waiting.id, leased.id].sort())
    expect(await leaseAt(leaseMs)).toBeNull()
  })

  it('records the same entries again without changing them, and not once they are delivered', async () => {
    const { id, payload, ...entry } = await recorded()
    await journal.settle({ id, payload, ...entry }, 'failed')
    setClock(1000)
    const again = await record(journal, { id, payload: { ...payload, submittedAt: 'later' } })
    expect(again).toMatchObject({ id, payload, createdAt: start })
    expect(await leaseAt(leaseMs)).toBeNull()
    await journal.settle(again, 'delivered')
    expect(await receive(journal, newLead({ id }))).toEqual({ state: 'delivered' })
  })

  describe('of the versions of a form', () => {
    const ends: [string, (entry: LeasedLead) => Promise<unknown>][] = [
      ['pending', (entry) => journal.settle(entry, 'failed')],
      ['dead', (entry) => giveUp(journal, entry)],
      ['held', (entry) => hold(entry, 'flood')],
      ['leased by a process that was killed', async () => setClock(leaseMs)],
    ]
    const hold = ({ id }: LeasedLead, reason: HoldReason) =>
      journal.store.write(
        "UPDATE leads SET state = 'held', outcome = $2, lease = NULL WHERE id = $1 RETURNING id",
        [id, reason],
      )

    it.each(ends)('deletes an older one that is %s when a newer is sent', async (_, end) => {
      const older = await recorded({ thread })
      await end(older)
      const newer = version()
      const receipt = await receive(other, newer)
      expect(receipt).toMatchObject({ state: 'leased', superseded: [older.id] })
      expect(await states()).toEqual({ [newer.id]: 'leased' })
    })

    it.each(ends)('deletes an older one that is %s when a newer is held', async (_, end) => {
      const older = await recorded({ thread })
      await end(older)
      const newer = version()
      const receipt = await receive(other, newer, { reason: 'flood' })
      expect(receipt).toEqual({
        state: 'held',
        reason: 'flood',
        isStored: true,
        superseded: [older.id],
      })
      expect(await journal.makeAllDue({ states: ['held'], reasons: ['flood'] })).toBe(1)
      expect(await states()).toEqual({ [newer.id]: 'pending' })
    })

    it.each(ends)(
      'deletes an older one that is %s when a newer was sent without the journal',
      async (_, end) => {
        const older = await recorded({ thread })
        await end(older)
        setClock(leaseMs + 5000)
        const newer = version()
        expect(await recordSent(newer, 1000)).toEqual([older.id])
        expect(await states()).toEqual({ [newer.id]: 'delivered' })
      },
    )

    it('sends a newer one that nobody waits for, and not an older one whose process was killed', async () => {
      const older = await recorded({ thread })
      setClock(leaseMs - 1)
      const newer = version()
      await receive(other, newer)
      const log = captureLog()
      expect(await leaseAt(leaseMs, other)).toBeNull()
      const superseded = { event: 'superseded', id: older.id, kind: 'booking' }
      expect(log.events()).toMatchObject([superseded])
      expect(await states()).toEqual({ [newer.id]: 'pending' })
      expect(await leaseAt(leaseMs - 1 + busyWaitMs)).toMatchObject({ id: newer.id })
      expect(await journal.settle(older, 'failed')).toBeNull()
    })

    it('makes one the newest again that comes again while it is being sent', async () => {
      const first = await recorded({ thread })
      const second = version()
      await receive(other, second)
      const again = version({ id: first.id })
      const receipt = await receive(other, again)
      expect(receipt).toEqual({ state: 'busy', superseded: [second.id] })
      // Its process was killed.
      setClock(leaseMs)
      expect(leaseOf(await leaseRecorded(other.store, again))).toMatchObject({ id: first.id })
    })

    it('ends an older one that fails after a newer is held', async () => {
      const older = await recorded({ thread })
      const newer = version()
      const held = { state: 'held', reason: 'flood', isStored: true }
      expect(await receive(other, newer, { reason: 'flood' })).toEqual(held)
      await journal.settle(older, 'failed')
      const log = captureLog()
      expect(await leaseAt(3_600_000)).toBeNull()
      expect(log.events()).toMatchObject([{ event: 'superseded', id: older.id }])
      expect(await states()).toEqual({ [newer.id]: 'held' })
    })

    it('keeps the delivered ones, and names the last that the receiver has', async () => {
      const first = await recorded({ thread })
      await journal.settle(first, 'delivered')
      // The clock was set back.
      setClock(-1000)
      const second = await lease(version())
      expect(second?.replaces).toBe(first.id)
      if (second) await journal.settle(second, 'delivered')
      const third = await lease(version())
      expect(third?.replaces).toBe(second?.id)
      if (third) await journal.settle(third, 'failed')
      const fourth = await lease(version())
      expect(fourth?.replaces).toBe(second?.id)
      expect(await receive(journal, version({ id: first.id }))).toEqual({
        state: 'delivered',
      })
    })

    it('keeps a newer one when an older was sent without the journal', async () => {
      const older = version()
      const newer = await recorded({ thread })
      await journal.settle(newer, 'failed')
      setClock(1000)
      expect(await recordSent(older, 2000)).toEqual([])
      expect(await leaseAt(10_000)).toMatchObject({ id: newer.id, replaces: older.id })
    })
  })

  it('leases only the requested leadKinds of lead, and a returned one at once', async () => {
    const entry = await recorded({ kind: sampleKind })
    setClock(1000)
    await journal.returnLease(entry)
    const returned = { state: 'pending', attempts: 0, nextAt: start + 1000 }
    expect(await journal.find(entry.id)).toMatchObject(returned)
    expect(await journal.leaseNextDue(['booking'])).toBeNull()
    expect(await journal.leaseNextDue([])).toBeNull()
    const { id } = entry
    expect(await journal.leaseNextDue([sampleKind])).toMatchObject({ id, attempts: 0 })
  })

  it('leases expired leads first, then the lead that became due last', async () => {
    const old = await recorded()
    await journal.returnLease(old)
    const [killed, fresh] = [await recorded(), await recorded()]
    setClock(leaseMs)
    await journal.returnLease(fresh)
    for (const { id } of [killed, fresh, old])
      expect(await other.leaseNextDue(leadKinds)).toMatchObject({ id })
  })

  it('makes leads due, the newest first, all now or so many a minute', async () => {
    const ids = ['new', 'middle', 'old']
    for (const [id, at] of [
      ['middle', 1],
      ['new', 2],
      ['old', 0],
      ['restored', 0],
    ] as const) {
      setClock(at)
      await giveUp(journal, await recorded({ id }))
    }
    await journal.store.write(
      "UPDATE leads SET reason = 'restored' WHERE id = 'restored' RETURNING id",
    )
    const wanted: LeadFilter = { states: ['pending', 'dead'] }
    const count = (times: object) => journal.countDue({ ...wanted, ...times })
    expect([await count({}), await count({ since: start + 1 })]).toEqual([3, 2])
    expect(await count({ since: start + 1, until: start + 2 })).toBe(1)
    setClock(1000)
    expect(await journal.makeAllDue(wanted, 12)).toBe(3)
    const taken = []
    for (const ms of [1000, 5999, 6000, 10_999, 11_000, 11_001])
      taken.push((await leaseAt(ms))?.id ?? null)
    expect(taken).toEqual(ids.flatMap((id) => [id, null]))
    await journal.store.write("UPDATE leads SET state = 'dead' WHERE id <> 'restored' RETURNING id")
    expect(await journal.makeAllDue({})).toBe(3)
    for (const id of ids) expect(await journal.leaseNextDue(leadKinds)).toMatchObject({ id })
    expect(await journal.leaseNextDue(leadKinds)).toBeNull()
  })

  it('sends a held lead again only when it is released, and a held lead changes no lead that is there', async () => {
    const [held, sent] = [newLead(), await recorded()]
    await receive(journal, held, { reason: 'honeypot' })
    await receive(journal, newLead({ id: sent.id }), { reason: 'honeypot' })
    expect((await journal.find(sent.id))?.state).toBe('leased')
    await journal.settle(sent, 'delivered')
    const { id, payload } = held
    expect(await journal.makeDue(['pending', 'dead'], id)).toBe(0)
    expect(await leaseAt(1e9)).toBeNull()
    expect(await journal.makeDue(['held'], id)).toBe(1)
    expect(await journal.leaseNextDue(leadKinds)).toMatchObject({ id, payload })
  })
})
