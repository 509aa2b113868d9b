import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { env, sendableKinds, webhookNames, webhookUrls } from '@/lib/server/env'
import { log, logError } from '@/lib/server/log'
import type { Journal } from './journal/journal'
import type { LeadState, LeasedLead } from './journal/records'
import { webhookBody } from './payload'
import { recordSend } from './recent-sends'
import { shutdown } from './shutdown'
import { deliverOnce } from './webhook'

/**
 * Leads that could not be delivered at once are sent again. Each webhook has a lane of its own with its own
 * concurrency, so that one that hangs delays no other.
 */

/** How long a cron call takes new leads. What it then still sends ends within the time that the platform grants. */
export const cronBudgetMs = 30_000

export type Tally = { delivered: number; failed: number }

export type Lane = {
  /** Sends what is due, several leads at once, until no lead is left, time is up or the process ends. */
  run(deadline?: number): Promise<void>
  /** Waits for what is being sent. */
  finish(): Promise<void>
  readonly tally: Tally
}

/** The lane of a webhook. The kinds that share it take turns. */
export function dueLane(journal: Journal, webhook: string): Lane {
  let turn = 0
  return lane(journal, () => {
    const kinds = sendableKinds(webhook)
    const first = kinds.length > 0 ? turn++ % kinds.length : 0
    return journal.leaseNextDue([...kinds.slice(first), ...kinds.slice(0, first)])
  })
}

/** A lane for the leads that `next` leases. */
export function lane(
  journal: Journal,
  next: () => Promise<LeasedLead | null>,
  { byHand = false } = {},
): Lane {
  const sending = new Set<Promise<void>>()
  const tally: Tally = { delivered: 0, failed: 0 }

  async function run(deadline = Number.POSITIVE_INFINITY) {
    while (performance.now() < deadline && !shutdown.started) {
      const lead = await next()
      if (!lead) return
      if (shutdown.started) return journal.returnLease(lead)
      const sent = send(lead).finally(() => sending.delete(sent))
      sending.add(sent)
      if (sending.size >= env.deliveryConcurrency) await Promise.race(sending)
      // With SQLite everything above runs without a pause; requests of visitors come in between.
      else await setImmediate()
    }
  }

  async function send(lead: LeasedLead) {
    try {
      const state = await redeliver(journal, lead, byHand)
      tally[state === 'delivered' ? 'delivered' : 'failed']++
    } catch (error) {
      // What is not settled stays leased, and is sent again under its id when the lease ends.
      tally.failed++
      logError('redelivery', error, { id: lead.id })
    }
  }

  return { run, tally, finish: async () => void (await Promise.allSettled(sending)) }
}

/** Sends what is due on all webhooks, until nothing is or time is up. */
export async function redeliverDue(
  journal: Journal,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<Tally> {
  return runAll(
    webhookNames.map((webhook) => dueLane(journal, webhook)),
    performance.now() + budgetMs,
  )
}

/** Runs lanes side by side to their end. What one fails with is told when all have ended. */
export async function runAll(lanes: Lane[], deadline?: number): Promise<Tally> {
  const runs = await Promise.allSettled(lanes.map((each) => each.run(deadline)))
  await Promise.allSettled(lanes.map((each) => each.finish()))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  const sum = (name: keyof Tally) => lanes.reduce((total, { tally }) => total + tally[name], 0)
  return { delivered: sum('delivered'), failed: sum('failed') }
}

/** Sends one leased lead and settles it. */
async function redeliver(
  journal: Journal,
  lead: LeasedLead,
  byHand: boolean,
): Promise<LeadState | null> {
  const began = performance.now()
  const parcel = { id: lead.id, body: webhookBody(lead, env.bodyExtras) }
  const { outcome, retryAfterMs } = await deliverOnce(
    parcel,
    webhookUrls(lead.kind),
    env.webhookSecrets,
  )
  recordSend(lead.kind, outcome === 'delivered')
  if (outcome !== 'delivered' && shutdown.sendsAborted) {
    await journal.returnLease(lead)
    log('kept', { id: lead.id, kind: lead.kind, outcome: 'server stopped' })
    return 'pending'
  }
  const state = await journal.settle(lead, outcome, { retryAfterMs, byHand })
  const facts = {
    id: lead.id,
    kind: lead.kind,
    outcome,
    attempt: lead.attempts + 1,
    ms: Math.round(performance.now() - began),
  }
  log(outcome === 'delivered' ? 'redelivered' : 'failed', facts)
  if (state === 'dead') log('dead', { id: lead.id, kind: lead.kind, outcome })
  return state
}
