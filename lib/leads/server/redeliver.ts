import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { env, sendableKinds, webhookNames, webhookUrls } from '@/lib/server/env'
import { log, logError } from '@/lib/server/log'
import type { Journal } from './journal/journal'
import type { LeadState, LeasedLead } from './journal/records'
import { webhookBody } from './payload'
import { shutdown } from './shutdown'
import { deliverOnce, recordSendResult } from './webhook'

/** How long a cron call leases leads. The sends that are then open end within the route's `maxDuration`. */
export const cronBudgetMs = 30_000

export type Tally = { delivered: number; failed: number }

/** Sends leads to one webhook, several at a time. Each webhook has its own lane, so a slow one delays no other. */
export type Lane = {
  /** Sends leads until none is left, the deadline has passed, or the process shuts down. */
  run(deadline?: number): Promise<void>
  /** Waits for the sends that are still open. */
  finish(): Promise<void>
  readonly tally: Tally
}

/** Sends all due leads of all webhooks, for as long as the budget lasts. */
export async function redeliverDue(
  journal: Journal,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<Tally> {
  return runAll(
    webhookNames.map((webhook) => dueLane(journal, webhook)),
    performance.now() + budgetMs,
  )
}

/** Runs all lanes to their end, then throws the first error that one of them threw. */
export async function runAll(lanes: Lane[], deadline?: number): Promise<Tally> {
  const runs = await Promise.allSettled(lanes.map((each) => each.run(deadline)))
  await Promise.allSettled(lanes.map((each) => each.finish()))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  const sum = (name: keyof Tally) => lanes.reduce((total, { tally }) => total + tally[name], 0)
  return { delivered: sum('delivered'), failed: sum('failed') }
}

/** A lane for the due leads of a webhook. Its kinds of lead alternate, so that a backlog of one delays no other. */
export function dueLane(journal: Journal, webhook: string): Lane {
  let leases = 0
  return lane(journal, () => {
    const kinds = sendableKinds(webhook)
    const first = kinds.length > 0 ? leases++ % kinds.length : 0
    return journal.leaseNextDue([...kinds.slice(first), ...kinds.slice(0, first)])
  })
}

/** A lane for the leads that `leaseNext` returns. Manual attempts do not count toward the scheduled ones. */
export function lane(
  journal: Journal,
  leaseNext: () => Promise<LeasedLead | null>,
  { manual = false } = {},
): Lane {
  const sending = new Set<Promise<void>>()
  const tally: Tally = { delivered: 0, failed: 0 }

  async function run(deadline = Number.POSITIVE_INFINITY) {
    while (performance.now() < deadline && !shutdown.started) {
      const lead = await leaseNext()
      if (!lead) return
      if (shutdown.started) return journal.returnLease(lead)
      const sent = send(lead).finally(() => sending.delete(sent))
      sending.add(sent)
      if (sending.size >= env.deliveryConcurrency) await Promise.race(sending)
      // Lets page requests run between leads, because SQLite uses the same thread.
      else await setImmediate()
    }
  }

  async function send(lead: LeasedLead) {
    try {
      const state = await redeliver(journal, lead, manual)
      tally[state === 'delivered' ? 'delivered' : 'failed']++
    } catch (error) {
      // The lead stays leased. When its lease expires, it is sent again under the same id.
      tally.failed++
      logError('redelivery', error, { id: lead.id })
    }
  }

  return { run, tally, finish: async () => void (await Promise.allSettled(sending)) }
}

/** Sends a leased lead and settles it. */
async function redeliver(
  journal: Journal,
  lead: LeasedLead,
  manual: boolean,
): Promise<LeadState | null> {
  const started = performance.now()
  const message = { id: lead.id, body: webhookBody(lead, env.bodyExtras) }
  const { outcome, retryAfterMs } = await deliverOnce(
    message,
    webhookUrls(lead.kind),
    env.webhookSecrets,
  )
  recordSendResult(lead.kind, outcome)
  if (outcome !== 'delivered' && shutdown.sendsAborted) {
    await journal.returnLease(lead)
    log('kept', { id: lead.id, kind: lead.kind, outcome: 'server stopped' })
    return 'pending'
  }
  const state = await journal.settle(lead, outcome, { retryAfterMs, manual })
  log(outcome === 'delivered' ? 'redelivered' : 'failed', {
    id: lead.id,
    kind: lead.kind,
    outcome,
    attempt: lead.attempts + 1,
    ms: Math.round(performance.now() - started),
  })
  if (state === 'dead') log('dead', { id: lead.id, kind: lead.kind, outcome })
  return state
}
