import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import type { WebhookMessage } from '@/lib/leads/webhook'
import { resetRuntime } from '@/lib/server/runtime'
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
  hang: { arrives: false, outcome: 'timeout', afterMs: 8000 },
  fail: { arrives: false, outcome: 'failed', afterMs: 20 },
  reject: { arrives: false, outcome: 'rejected', afterMs: 20 },
  busy: { arrives: false, outcome: 'unavailable', afterMs: 20 },
  refuse: { arrives: false, outcome: 'refused', afterMs: 1 },
} as const
export type Answer = keyof typeof answers

/** `lost` executes a statement, and loses the answer. */
export type JournalState = 'ok' | 'failing' | 'lost'

/** What the webhook got: `answered` when its 2xx came in time. */
export type Arrival = { id: string; body: string; replaces?: string; answered: boolean }

export const serverCount = 2
const start = Date.parse('2026-11-20T20:00:00Z')
const never = new Promise<never>(() => undefined)

export type Server = Awaited<ReturnType<typeof startServer>>
export type World = Awaited<ReturnType<typeof createWorld>>

/** Starts the servers once, on this database. Each run begins with `reset`. */
export async function createWorld(url: string) {
  const state = { answer: 'accept' as Answer, arrivals: [] as Arrival[], busy: 0 }
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
  for (const { journal } of servers)
    if (journal.store.name === 'sqlite') await journal.store.read('PRAGMA synchronous = OFF')

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
      Object.assign(state, { answer: 'accept', arrivals: [] })
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
  }
}

/** A process: its own copy of the modules, and what it holds in memory. */
async function startServer(
  url: string,
  webhook: { answer: Answer; arrivals: Arrival[]; busy: number },
) {
  vi.resetModules()
  resetRuntime()
  const life = new AsyncLocalStorage<number>()
  let generation = 0
  const isKilled = () => (life.getStore() ?? generation) !== generation

  vi.doMock('@/lib/leads/webhook', async (original) => ({
    ...(await original<object>()),
    async sendOnce({ id, body, replaces }: WebhookMessage) {
      if (isKilled()) return never
      const { arrives, outcome, afterMs } = answers[webhook.answer]
      if (arrives) webhook.arrivals.push({ id, body, replaces, answered: outcome === 'delivered' })
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      return isKilled() ? never : { outcome, retryAfterMs: 0 }
    },
  }))
  const [
    { receiveForm },
    { redeliverDue },
    { runtime },
    { Journal, openDatabase },
    { createStore },
    { socketAddressHeader },
    { maintain },
    { deleteLead },
    { addVisit, writeVisits },
  ] = await Promise.all([
    import('@/lib/leads/receive'),
    import('@/lib/leads/delivery'),
    import('@/lib/server/runtime'),
    import('@/lib/leads/journal'),
    import('@/lib/leads/store/store'),
    import('@/lib/leads/limits/client-address'),
    import('@/lib/leads/retention'),
    import('@/lib/cli/erase'),
    import('@/lib/visits/counts'),
  ])
  vi.doUnmock('@/lib/leads/webhook')

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

  let sending: Promise<unknown> | null = null
  const server = {
    /** For ops, whose commands find a journal that works. */
    journal: Journal.open(database),
    maintain,
    deleteLead,
    get journalState() {
      return journalState
    },
    set journalState(state: JournalState) {
      journalState = state
    },
    /** Ends the process, and starts another. */
    restart() {
      generation++
      sending = null
      const { sends, limits } = runtime
      for (const map of [sends.unsettled, sends.threads, sends.deliveredIds, sends.failedAt])
        map.clear()
      limits.periods.clear()
      runtime.visits.clear()
      runtime.logged.clear()
      runtime.store = faultyStore()
    },
    /** The leads that were sent, and that only this process knows. */
    unsettled: () => runtime.sends.unsettled.size,
    sendDue() {
      if (sending) return
      const run = life.run(generation, () =>
        redeliverDue(new Journal(runtime.store ?? faultyStore()), 1000),
      )
      const ended = run.then(
        () => undefined,
        () => undefined,
      )
      sending = ended
      void ended.then(() => {
        if (sending === ended) sending = null
      })
    },
    /** Whether it records or sends a lead. */
    isBusy: () => runtime.sends.threads.size > 0,
    /** A page is left, and what has been counted is written. */
    async countPage(campaign: string) {
      addVisit({ campaign, names: ['/book-demo'] })
      await life.run(generation, writeVisits)
    },
    async post(fields: Record<string, string>) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const headers = new Headers({ [socketAddressHeader]: '203.0.113.7', host: 'px.example' })
      return life.run(generation, () => receiveForm('booking', form, headers))
    },
  }
  server.restart()
  return server
}

export const newId = () => randomUUID()
