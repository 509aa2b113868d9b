import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Attribution } from './forms/attribution'
import type { LeadKind } from './forms/forms'
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
  /** Hashes ids, addresses, and phone numbers while the journal fails (leads/receive.ts). */
  secret: string
  /** No client can guess its name and send it (leads/limits/client-address.ts). */
  socketAddressHeader: string
  /** leads/limits/in-memory.ts */
  limits: {
    /** When the delay of each client ends. */
    delays: Map<string, number>
    /** How often each key has come, by the length of the period. */
    periods: Map<number, Period>
  }
  sends: {
    /** Set by the shutdown. Then no other request to a webhook begins. */
    aborted: boolean
    open: Set<AbortController>
    /** When the last send to each webhook failed. */
    failedAt: Map<string, number>
    /** The leads that were delivered and that the journal may not know as delivered (leads/delivery.ts). */
    unsettled: Map<string, Unsettled>
    /** How many were sent while the journal failed, and how many of these it has now. */
    unrecorded: { sent: number; recorded: number }
    /** When leads were last sent after a request (ops/background.ts). */
    lastAfterRequest: number
  }
  shutdown: {
    /** Then no lead is leased. */
    started: boolean
    /** The background work that is under way. */
    running: Set<Promise<unknown>>
  }
  /** What has happened, and how often (metrics.ts). */
  metrics: Map<string, number>
  /** What ops were told while there is no journal to store it (ops/alerts.ts). */
  alerts: Map<string, Alert>
}

/** When a lead was delivered, and what has to be recorded if the journal does not have it. */
type Unsettled = { at: number; lead?: UnrecordedLead }

/** A LeadRecord. leads/lead.ts imports this file. */
type UnrecordedLead = {
  id: string
  submissionId: string
  kind: LeadKind
  payload: Readonly<Record<string, string>>
  extras: { consent: string; attribution?: Attribution }
}

type Period = { startedAt: number; counts: Map<string, number> }

export type Alert = { since: number; seenAt: number; triedAt: number; toldAt: number | null }

const never = Number.NEGATIVE_INFINITY

function createRuntime(): Runtime {
  return {
    secretFiles: new Map(),
    logged: new Map(),
    secret: randomBytes(32).toString('base64'),
    socketAddressHeader: `x-socket-address-${randomBytes(16).toString('hex')}`,
    limits: {
      delays: new Map(),
      periods: new Map(),
    },
    sends: {
      aborted: false,
      open: new Set(),
      failedAt: new Map(),
      unsettled: new Map(),
      unrecorded: { sent: 0, recorded: 0 },
      lastAfterRequest: never,
    },
    shutdown: { started: false, running: new Set() },
    metrics: new Map(),
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
