import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { ClientCounters } from './leads/counters'
import type { Store } from './leads/store/database'

/**
 * Everything that lives as long as the process. Module variables are not enough: Next.js bundles pages, routes, and
 * instrumentation separately, and each bundle has its own copy of every module.
 */
export type Runtime = {
  /** The secrets that were in files at the start (env.ts). */
  secretFiles: Map<string, string>
  /** When each event was last logged, and how often it has happened since (log.ts). */
  logged: Map<string, { at: number; count: number }>
  /** The open journal (leads/journal.ts). */
  store?: Store
  /** Hashes ids and phone numbers while the journal fails (leads/receive.ts). */
  secret: string
  /** The ticket of the post that the server has passed to Next.js (leads/limits.ts). */
  ticket: AsyncLocalStorage<Ticket>
  limits: {
    /** Hashes the addresses of clients. */
    salt: Buffer
    /** The delay of each client, and when it ends. */
    delays: Map<string, { until: number }>
    /** How often each key has come, by the length of the period (leads/limits.ts). */
    periods: Map<number, Period>
  }
  sends: {
    /** Set by the shutdown. Then no other request to a webhook begins. */
    aborted: boolean
    open: Set<AbortController>
    /** When the last send to each webhook failed. */
    failedAt: Map<string, number>
    /** When each lead was delivered that the journal may not know as delivered (leads/delivery.ts). */
    unsettled: Map<string, number>
    /** When leads were last sent after a request (ops/background.ts). */
    lastAfterRequest: number
  }
  shutdown: {
    /** Then no lead is leased. */
    started: boolean
    /** The background work that is under way. */
    running: Set<Promise<unknown>>
  }
  /** What ops were told while there is no journal to store it (ops/alerts.ts). */
  alerts: Map<string, Alert>
}

/** What a post has taken of the limits of its client. */
export type Ticket = {
  /** What instances that share a database count there, too. */
  shared?: ClientCounters
  /**
   * Only accepted leads count toward the hour, so that refusals use up nobody's. A post that was malformed, or an invalid
   * form, also ends the delay that it has begun, so that the visitor can correct it at once. Ends nothing that another
   * ticket has taken.
   */
  giveBack(why: 'malformed' | 'invalid' | 'not accepted'): void
}

type Period = { startedAt: number; counts: Map<string, number> }

export type Alert = { since: number; seenAt: number; triedAt: number; toldAt: number | null }

const never = Number.NEGATIVE_INFINITY

function createRuntime(): Runtime {
  return {
    secretFiles: new Map(),
    logged: new Map(),
    secret: randomBytes(32).toString('base64'),
    ticket: new AsyncLocalStorage(),
    limits: {
      salt: randomBytes(16),
      delays: new Map(),
      periods: new Map(),
    },
    sends: {
      aborted: false,
      open: new Set(),
      failedAt: new Map(),
      unsettled: new Map(),
      lastAfterRequest: never,
    },
    shutdown: { started: false, running: new Set() },
    alerts: new Map(),
  }
}

const key = Symbol.for('plumbing-xperience')
const shared = globalThis as { [key]?: Runtime }
shared[key] ??= createRuntime()

export const runtime: Runtime = shared[key]

/** For tests: modules that are loaded from now on are those of a new process. */
export function resetRuntime(): void {
  delete shared[key]
}
