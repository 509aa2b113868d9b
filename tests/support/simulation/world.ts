import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Journal as LeadJournal } from '@/lib/leads/journal'
import type { WebhookMessage } from '@/lib/leads/send'
import type { Row } from '@/lib/leads/store/database'
import { forgetProcess } from '../process/forget-process'
import { clearTables } from '../site/in-process'

/**
 * Servers, a journal, a webhook, and a clock, all in one process. The servers are the real modules with a journal that can
 * fail, and a webhook that answers as the simulation says. Only the clock is slow.
 */

export const answers = {
  /** Accepts. */
  accept: { arrives: true, outcome: 'delivered', afterMs: 20 },
  /** Accepts, but answers after the attempt has timed out. */
  late: { arrives: true, outcome: 'timeout', afterMs: 8000 },
  /** Goes on working after the attempt has timed out, and takes the lead then. */
  slow: { arrives: true, outcome: 'timeout', afterMs: 8000, takesAfterMs: 14_000 },
  hang: { arrives: false, outcome: 'timeout', afterMs: 8000 },
  fail: { arrives: false, outcome: 'failed', afterMs: 20 },
  reject: { arrives: false, outcome: 'rejected', afterMs: 20 },
  busy: { arrives: false, outcome: 'unavailable', afterMs: 20 },
  refuse: { arrives: false, outcome: 'refused', afterMs: 1 },
} as const
export type Answer = keyof typeof answers
type WebhookAnswer = { arrives: boolean; outcome: string; afterMs: number; takesAfterMs?: number }

/** `lost` executes a statement, and loses the answer. */
export type JournalState = 'ok' | 'failing' | 'lost'

/** What the webhook got: `answered` when its 2xx came in time. */
export type Arrival = {
  id: string
  body: string
  form: string
  version: number
  replaces?: string
  answered: boolean
}

const backedUp = ['leads', 'consents', 'erased']

export const serverCount = 2
const start = Date.parse('2026-11-20T20:00:00Z')
const never = new Promise<never>(() => undefined)

export type Server = Awaited<ReturnType<typeof startServer>>
export type World = Awaited<ReturnType<typeof createWorld>>

/** Starts the servers once, on this database. Each run begins with `reset`. */
export async function createWorld(url: string) {
  const state = {
    answer: 'accept' as Answer,
    arrivals: [] as Arrival[],
    taken: [] as Arrival[],
    busy: 0,
  }
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    now: start,
  })
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const variables = {
    DATABASE_URL: url,
    CALLBACK_WEBHOOK_URL: 'http://webhook.example/call',
    BOOKING_WEBHOOK_URL: 'http://webhook.example/book',
    LEADS_PER_PHONE: '999999',
    LEADS_PER_HOUR: '999999',
    LEADS_PER_HOUR_TOTAL: '2',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const servers: Server[] = []
  let running = servers
  for (let i = 0; i < serverCount; i++) servers.push(await startServer(url, state))
  // No power fails here.
  if (url.startsWith('file:'))
    for (const { journal } of servers) await journal.store.read('PRAGMA synchronous = OFF')

  /** Lets everything happen that needs no time. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = state.busy > 0 ? 0 : quiet + 1) await setImmediate()
  }

  return {
    get servers() {
      return running
    },
    state,
    settle,
    /** Starts so many servers with an empty journal. */
    async reset(count: number) {
      running = servers.slice(0, count)
      vi.setSystemTime(start)
      Object.assign(state, { answer: 'accept', arrivals: [], taken: [] })
      for (const server of servers) {
        server.restart()
        server.journalState = 'ok'
      }
      if (servers[0]) await clearTables(servers[0].journal)
    },
    /** Each round begins with what is due. While something is sent, time passes in small steps. */
    async pass(ms: number, rounds = 1) {
      for (let round = 0; round < rounds; round++) {
        for (const server of running) server.sendDue()
        await settle()
        let left = ms / rounds
        for (let step = 30; left > 0; step = 2000) {
          const isBusy = running.some((server) => server.isBusy())
          const passes = isBusy ? Math.min(step, left) : left
          left -= passes
          vi.advanceTimersByTime(passes)
          await settle()
        }
      }
    },
    setClock: (byMs: number) => vi.setSystemTime(Date.now() + byMs),
    /** Copies the journal. The returned function puts the copy back, as an operator does while no server runs. */
    async backUp() {
      const [first] = servers
      if (!first) throw new Error('No server')
      const { store } = first.journal
      const copy = new Map<string, Row[]>()
      for (const table of backedUp) copy.set(table, await store.read(`SELECT * FROM ${table}`))
      return async () => {
        const erased = await first.readErased(store)
        for (const [table, rows] of copy) {
          await store.write(`DELETE FROM ${table} RETURNING 1`)
          for (const row of rows) {
            const values = Object.values(row)
            const places = values.map((_, index) => `$${index + 1}`)
            await store.write(
              `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places}) RETURNING 1`,
              values,
            )
          }
        }
        await first.settleRestored(first.journal, erased)
      }
    },
  }
}

/** A process: its own copy of the modules, and what it holds in memory. */
async function startServer(
  url: string,
  webhook: { answer: Answer; arrivals: Arrival[]; taken: Arrival[]; busy: number },
) {
  vi.resetModules()
  forgetProcess()
  const life = new AsyncLocalStorage<number>()
  let generation = 0
  const isKilled = () => (life.getStore() ?? generation) !== generation

  vi.doMock('@/lib/leads/send', async (original) => ({
    ...(await original<object>()),
    async sendOnce({ id, body, headers = {} }: WebhookMessage) {
      if (isKilled()) return never
      const {
        arrives,
        outcome,
        afterMs,
        takesAfterMs = 0,
      } = answers[webhook.answer] as WebhookAnswer
      const arrival = {
        id,
        body,
        form: String(headers['webhook-form']),
        version: Number(headers['webhook-version']),
        replaces: headers['webhook-replaces'],
        answered: outcome === 'delivered',
      }
      const { arrivals, taken } = webhook
      if (arrives) arrivals.push(arrival)
      if (arrives) setTimeout(() => taken.push(arrival), takesAfterMs)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      return isKilled() ? never : { outcome, retryAfterMs: 0 }
    },
  }))
  const [
    { receiveForm, recordUnrecorded },
    { redeliverDue },
    { memory },
    { countsByPeriod },
    { logged },
    { Journal, openDatabase, opened },
    { createStore },
    { readClient },
    { socketAddressHeader },
    { maintain },
    { deleteLead, readErased },
    { settleRestored },
    { addVisit, visits, writeVisits },
  ] = await Promise.all([
    import('@/lib/leads/deliver'),
    import('@/lib/leads/redeliver'),
    import('@/lib/leads/outage'),
    import('@/lib/server/memory-counts'),
    import('@/lib/server/log'),
    import('@/lib/leads/journal'),
    import('@/lib/leads/store/database'),
    import('@/lib/http/client-address'),
    import('@/lib/http/node-server'),
    import('@/lib/leads/maintenance'),
    import('@/lib/cli/erase'),
    import('@/lib/cli/settle-restored'),
    import('@/lib/visits/counts'),
  ])
  vi.doUnmock('@/lib/leads/send')

  const database = { ...openDatabase(url), now: () => String(Date.now()) }
  let journalState: JournalState = 'ok'

  function counted<T>(call: () => Promise<T>): Promise<T> {
    webhook.busy++
    return call().finally(() => webhook.busy--)
  }

  async function faulty<T>(call: () => Promise<T>): Promise<T> {
    if (isKilled()) return never
    if (journalState === 'failing') throw Object.assign(new Error('Full'), { code: 'SQLITE_FULL' })
    const isLost = journalState === 'lost'
    const result = await counted(call)
    if (isKilled()) return never
    if (isLost) throw Object.assign(new Error('Lost'), { code: 'ETIMEDOUT' })
    return result
  }
  const faultyStore = () =>
    createStore({
      ...database,
      migrate: () => counted(database.migrate),
      read: (...query) => faulty(() => database.read(...query)),
      write: (...query) => faulty(() => database.write(...query)),
      transaction: (work) => faulty(() => database.transaction(work)),
    })

  /** The loops that run. */
  const running = new Set<string>()
  function runLoop(name: string, work: (journal: LeadJournal) => Promise<unknown>) {
    const key = `${generation} ${name}`
    if (running.has(key)) return
    running.add(key)
    const run = life.run(generation, () => work(new Journal(opened.store ?? faultyStore())))
    void run.catch(() => undefined).then(() => running.delete(key))
  }
  const server = {
    /** For ops, whose commands find a journal that works. */
    journal: Journal.open(database),
    maintain,
    deleteLead,
    readErased,
    settleRestored,
    get journalState() {
      return journalState
    },
    set journalState(state: JournalState) {
      journalState = state
    },
    /** Ends the process, and starts another. */
    restart() {
      generation++
      const { maxRemembered: _, ...forms } = memory
      for (const map of [...Object.values(forms), countsByPeriod, visits, logged]) map.clear()
      opened.store = faultyStore()
      opened.visits = faultyStore()
    },
    /** The leads that were sent, and that only this process knows. */
    unsettled: () => memory.unrecorded.size,
    sendDue() {
      runLoop('record', recordUnrecorded)
      runLoop('send', (journal) => redeliverDue(journal, 1000))
    },
    /** Whether it records or sends a lead. */
    isBusy: () => memory.turns.size > 0,
    /** A page is left, and what has been counted is written. */
    async countPage(campaign: string) {
      addVisit({ campaign, names: ['/book-demo'] })
      await life.run(generation, writeVisits)
    },
    async post(fields: Record<string, string>) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const headers = new Headers({ [socketAddressHeader]: '203.0.113.7', host: 'px.example' })
      return life.run(generation, () => receiveForm('booking', form, readClient(headers)))
    },
  }
  server.restart()
  return server
}

export const newId = () => randomUUID()
