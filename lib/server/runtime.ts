import 'server-only'
import { randomBytes } from 'node:crypto'
import type { LeadRecord } from '../leads/lead'
import type { Store } from '../leads/store/database'

/** A lead that the journal may not know as delivered, and when it was. */
export type Unsettled = { at: number; lead: LeadRecord }

export type Alert = { since: number; seenAt: number; triedAt: number; toldAt: number | null }

/**
 * Everything that lives as long as the process. Module variables are not enough: Next.js bundles pages, routes, and
 * instrumentation separately, and each bundle has its own copy of every module.
 */
const createRuntime = () => ({
  /** The secrets that were in files at the start (env.ts). */
  secretFiles: new Map<string, string>(),
  /** When each event was last logged, and how often it has happened since (log.ts). */
  logged: new Map<string, { at: number; count: number }>(),
  /** The open journal (lib/leads/journal.ts). */
  store: undefined as Store | undefined,
  /** Hashes ids, addresses, and phone numbers while the journal fails (lib/leads/receive.ts). */
  secret: randomBytes(32).toString('base64'),
  /** No client can guess these names and send them (lib/leads/limits/client-address.ts). */
  socketAddressHeader: `x-socket-address-${randomBytes(16).toString('hex')}`,
  proxiedHeader: `x-proxied-${randomBytes(16).toString('hex')}`,
  /** lib/leads/limits/in-memory.ts */
  limits: {
    /** How often each key has come, and when its period ends, by the length of the period. */
    periods: new Map<number, Map<string, { count: number; endsAt: number }>>(),
  },
  /** Counts that the journal does not have yet (lib/visits/counts.ts). */
  visits: new Map<string, number>(),
  sends: {
    /** Set by the shutdown. Then no other request to a webhook begins. */
    aborted: false,
    open: new Set<AbortController>(),
    /** The threads of which this process is recording or sending a version, and when that has ended. */
    threads: new Map<string, Promise<unknown>>(),
    /** The versions of each thread that this process has delivered, in their order. */
    deliveredIds: new Map<string, string[]>(),
    /** When the last send to each webhook failed. */
    failedAt: new Map<string, number>(),
    /** The leads that were delivered and that the journal may not know as delivered (lib/leads/delivery.ts). */
    unsettled: new Map<string, Unsettled>(),
    /** When leads were last sent after a request (lib/ops/background.ts). */
    lastAfterRequest: Number.NEGATIVE_INFINITY,
  },
  shutdown: {
    /** Then no lead is leased. */
    started: false,
    /** The background work that is under way. */
    running: new Set<Promise<unknown>>(),
  },
  /** What ops were told while there is no journal to store it (lib/ops/alerts.ts). */
  alerts: new Map<string, Alert>(),
})

const key = Symbol.for('plumbing-xperience')
const shared = globalThis as { [key]?: ReturnType<typeof createRuntime> }
shared[key] ??= createRuntime()

export const runtime = shared[key]

/** For tests: modules that are loaded from now on are those of a new process. */
export function resetRuntime(): void {
  delete shared[key]
}
