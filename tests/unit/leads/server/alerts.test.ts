import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal, openStore } from '@/lib/leads/server/journal/journal'
import type { LeasedLead } from '@/lib/leads/server/journal/records'
import type { LeadKind } from '@/lib/site'
import { type Database, postgres, sqlite } from '../../../support/database'
import { WebhookReceiver } from '../../../support/webhook-receiver'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-20T20:00:00Z')

let time = start
let receiver: WebhookReceiver
let checkAlerts: typeof import('@/lib/leads/server/alerts').checkAlerts
let logged: string
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
  time = start
  logged = ''
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    logged += text
    return true
  })
  vi.stubEnv('ALERT_WEBHOOK_URL', receiver.url('/alert-token-123'))
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('plumbing-xperience'))
  checkAlerts = (await import('@/lib/leads/server/alerts')).checkAlerts
})
afterEach(async () => {
  vi.useRealTimers()
  await receiver.stop()
})

function wait(ms: number) {
  time += ms
  vi.setSystemTime(time)
}

/** The texts that have arrived since the last call. */
function told(): string[] {
  const texts = receiver.received.map(({ body }) => JSON.parse(body).text)
  receiver.reset()
  return texts
}

const site = 'Plumbing Xperience: '
const databases: [name: string, open: () => Promise<Database>][] = [
  ['SQLite', async () => sqlite()],
  ['PostgreSQL', postgres],
]

for (const [name, open] of databases)
  describe(`alerts with the journal on ${name}`, () => {
    let database: Database
    let journal: Journal
    let other: Journal
    const openJournal = () => new Journal({ ...openStore(database.url), now: () => String(time) })

    beforeAll(async () => {
      database = await open()
      journal = openJournal()
      other = openJournal()
    })
    afterAll(async () => {
      await journal.close()
      await other.close()
      await database.stop()
    })
    afterEach(async () => {
      await journal.write('DELETE FROM leads RETURNING id')
      await journal.write('DELETE FROM alerts RETURNING name')
    })

    const check = () => checkAlerts(() => journal)
    const die = (lead: LeasedLead) => journal.settle({ ...lead, attempts: 9 }, 'failed')

    async function recorded(kind: LeadKind): Promise<LeasedLead> {
      const extras = { consent: '2026-11' }
      const payload = { Name: 'Ana Ruiz', Phone: '5095550147' }
      const id = randomUUID()
      const entry = await journal.record({ id, submissionId: id, kind, payload, extras })
      if (typeof entry === 'string') throw new Error(entry)
      return entry
    }

    it('say that leads are dead, every six hours, and that they are no longer', async () => {
      const leads = [await recorded('booking'), await recorded('booking')]
      await journal.settle(await recorded('call-our-ai'), 'delivered')
      await check()
      expect(told()).toEqual([])

      for (const lead of leads) await die(lead)
      wait(5 * minute)
      await check()
      expect(told()).toEqual([
        `${site}2 dead booking leads. The oldest came in 5 min ago; its last outcome: failed. Fix the webhook (BOOKING_WEBHOOK_URL), then run: npm run leads -- redeliver`,
      ])
      wait(6 * hour - 1)
      await check()
      expect(told()).toEqual([])
      wait(1)
      await check()
      expect(told()).toEqual([
        `${site}2 dead booking leads. The oldest came in 6 h ago; its last outcome: failed. Fix the webhook (BOOKING_WEBHOOK_URL), then run: npm run leads -- redeliver`,
      ])

      for (const { id } of leads) {
        await journal.settleDelivered([id])
      }
      await check()
      wait(10 * minute - 1)
      await check()
      expect(told()).toEqual([])
      wait(1)
      await check()
      await check()
      expect(told()).toEqual([`${site}Resolved after 6 h: dead booking leads.`])
    })

    it('say which leads wait for too long, why, and how to find out more', async () => {
      const lead = await recorded('call-our-ai')
      await journal.settle(lead, 'timeout')
      await recorded('booking')
      wait(15 * minute - 1)
      await check()
      expect(told()).toEqual([])
      wait(1)
      await check()
      expect(told().sort()).toEqual([
        `${site}1 booking lead waiting for more than 15 minutes. The oldest came in 15 min ago; its last outcome: none yet. To find out why, run: npm run leads -- test booking`,
        `${site}1 call-our-ai lead waiting for more than 15 minutes. The oldest came in 15 min ago; its last outcome: timeout. To find out why, run: npm run leads -- test callback`,
      ])
    })

    it('say that suspects are unusually many', async () => {
      const suspect = () =>
        journal.recordSuspect({
          id: randomUUID(),
          submissionId: randomUUID(),
          kind: 'booking',
          payload: { fullName: randomUUID() },
          extras: { consent: '2026-11' },
        })
      for (let count = 0; count < 19; count++) await suspect()
      await check()
      expect(told()).toEqual([])
      await suspect()
      await check()
      expect(told()).toEqual([
        `${site}20 suspect leads in the last hour, and visitors may be among them. To see them, run: npm run leads -- list --state suspect --since 24h`,
      ])
      wait(hour - 1)
      await check()
      wait(1)
      await check()
      wait(10 * minute)
      await check()
      expect(told()).toEqual([`${site}Resolved after 1 h: unusually many suspect leads.`])
    })

    it('say at once that a webhook rejects leads, as one does that was deleted', async () => {
      await journal.settle(await recorded('booking'), 'rejected')
      await check()
      expect(told()).toEqual([
        `${site}1 booking lead that its webhook rejected. The oldest came in 0 min ago; its last outcome: rejected. To find out why, run: npm run leads -- test booking`,
      ])
    })

    it('say once a day that leads were not sent because of their phone number', async () => {
      const suspect = () => {
        const id = randomUUID()
        const extras = { consent: '2026-11' }
        const lead = { id, submissionId: id, kind: 'booking' as const, payload: {}, extras }
        return journal.recordSuspect(lead, 'premium-phone')
      }
      await suspect()
      await suspect()
      const text = `${site}2 leads in the last day were not sent, because their phone number costs a lot to call, or too many leads named it. Visitors may be among them. To see them, run: npm run leads -- list --state suspect --since 24h. To send one, run: npm run leads -- release ID`
      await check()
      expect(told()).toEqual([text])
      wait(hour)
      await check()
      expect(told()).toEqual([])
    })

    it('say once a week that a suspect has waited for two days', async () => {
      const suspect = randomUUID()
      const extras = { consent: '2026-11' }
      const payload = { Name: 'Ana Ruiz' }
      const lead = { id: suspect, submissionId: suspect, kind: 'booking' as const, payload, extras }
      await journal.recordSuspect(lead)
      wait(48 * hour - 1)
      await check()
      expect(told()).toEqual([])
      wait(1)
      await check()
      const text = `${site}1 suspect leads have waited for more than two days, and visitors may be among them. To see them, run: npm run leads -- list --state suspect. To send one, run: npm run leads -- release ID`
      expect(told()).toEqual([text])
      wait(7 * 24 * hour - 1)
      await check()
      expect(told()).toEqual([])
      wait(1)
      await check()
      expect(told()).toEqual([text])
    })

    it('come from one of several instances', async () => {
      await die(await recorded('booking'))
      await Promise.all([check(), checkAlerts(() => other), check(), checkAlerts(() => other)])
      await checkAlerts(() => other)
      expect(told()).toHaveLength(1)
    })

    it('are not repeated when a condition comes and goes', async () => {
      for (let count = 0; count < 4; count++) {
        const lead = await recorded('booking')
        await die(lead)
        await check()
        await journal.settleDelivered([lead.id])
        await check()
        wait(9 * minute)
      }
      expect(told()).toHaveLength(1)
    })

    it('are sent again in five minutes when their address fails, which is logged without it', async () => {
      await die(await recorded('booking'))
      receiver.respondWith(404)
      await check()
      await check()
      expect(told()).toHaveLength(1)
      expect(JSON.parse(logged)).toMatchObject({
        event: 'alert failed',
        alert: 'dead booking',
        outcome: 'rejected',
      })
      expect(logged).not.toMatch(/token-123|127\.0\.0\.1/)
      wait(5 * minute)
      await check()
      await check()
      expect(told()).toHaveLength(1)
    })

    it('say nothing about the end of what nobody was told', async () => {
      const lead = await recorded('booking')
      await die(lead)
      receiver.respondWith(500)
      await check()
      told()
      await journal.write('DELETE FROM leads RETURNING id')
      await check()
      wait(hour)
      await check()
      expect(told()).toEqual([])
      expect(await journal.read('SELECT name FROM alerts')).toEqual([])
    })

    it('outlive a clock that is set back', async () => {
      await die(await recorded('booking'))
      await check()
      expect(told()).toHaveLength(1)
      wait(-24 * hour)
      await check()
      expect(told()).toHaveLength(1)
    })

    it('are not over for an instance whose clock is a little behind', async () => {
      await die(await recorded('booking'))
      await check()
      wait(-1)
      await check()
      expect(told()).toHaveLength(1)
      expect(await journal.read('SELECT name FROM alerts')).toEqual([{ name: 'dead booking' }])
      await journal.write('UPDATE alerts SET seen_at = seen_at + 2 RETURNING name')
      await journal.write('DELETE FROM leads RETURNING id')
      await check()
      expect(told()).toEqual([])
    })

    it('contain nothing about the visitor', async () => {
      await die(await recorded('booking'))
      await check()
      const [{ body = '', headers } = {}] = receiver.received
      expect(Object.keys(JSON.parse(body))).toEqual(['text'])
      expect(headers?.['content-type']).toBe('application/json')
      expect(body).not.toMatch(/Ana|5095550147|http/)
    })
  })

describe('a journal that cannot be written', () => {
  it('is told by each process, and its recovery too', async () => {
    const database = sqlite()
    const store = openStore(database.url)
    let full = true
    const journal = new Journal({
      ...store,
      write: async (sql, values) => {
        if (full) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
        return store.write(sql, values)
      },
    })
    const check = () => checkAlerts(() => journal, 0)
    await check()
    await check()
    expect(told()).toEqual([
      `${site}The journal cannot be written: SQLITE_FULL. To see its state, run: npm run leads`,
    ])
    wait(6 * hour)
    await check()
    expect(told()).toHaveLength(1)
    full = false
    await check()
    wait(10 * minute)
    await check()
    await check()
    expect(told()).toEqual([`${site}Resolved after 6 h: the journal could not be written.`])
    await journal.close()
    await database.stop()
  })

  it('is also one that cannot be opened', async () => {
    await checkAlerts(() => {
      throw new Error('no such folder')
    }, 0)
    expect(told()).toEqual([
      `${site}The journal cannot be written: Error. To see its state, run: npm run leads`,
    ])
  })
})

it('says nothing without an address', async () => {
  vi.stubEnv('ALERT_WEBHOOK_URL', '')
  vi.resetModules()
  const { checkAlerts: check } = await import('@/lib/leads/server/alerts')
  await check(() => expect.unreachable())
  expect(told()).toEqual([])
})

it('reads the journal by its indexes alone', async () => {
  const database = sqlite()
  const store = openStore(database.url)
  const plans: string[] = []
  const journal = new Journal({
    ...store,
    async read(sql, values) {
      if (sql.includes('FROM leads')) {
        const rows = await store.read(`EXPLAIN QUERY PLAN ${sql}`, values)
        plans.push(...rows.map(({ detail }) => String(detail)))
      }
      return store.read(sql, values)
    },
  })
  await checkAlerts(() => journal)
  const reads = plans.filter((plan) => /^(SCAN|SEARCH) leads|TEMP B-TREE/.test(plan))
  expect(reads).toHaveLength(45)
  for (const read of reads)
    expect(read).toMatch(
      /^SEARCH leads USING (COVERING )?INDEX leads_(undelivered|by_state|rejected|phone_suspects) /,
    )
  await journal.close()
  await database.stop()
})
