import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { sendableKinds, webhookNames } from '@/lib/server/env'
import { deliver, settleRemembered } from './deliver'
import type { Journal } from './journal/journal'
import type { LeasedLead } from './journal/records'
import { shutdown } from './shutdown'

/** How long a cron call leases leads. The sends that are then open end within the route's `maxDuration`. */
export const cronBudgetMs = 30_000
/** How many leads are sent to one webhook at a time. */
const concurrency = 16

export type Tally = { delivered: number; failed: number }

/** Sends due leads to one webhook, several at a time. Each webhook has its own lane, so a slow one delays no other. */
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
  const deadline = performance.now() + budgetMs
  const lanes = webhookNames.map((webhook) => dueLane(journal, webhook))
  const runs = await Promise.allSettled(lanes.map((each) => each.run(deadline)))
  await Promise.all(lanes.map((each) => each.finish()))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  const sum = (name: keyof Tally) => lanes.reduce((total, { tally }) => total + tally[name], 0)
  return { delivered: sum('delivered'), failed: sum('failed') }
}

export function dueLane(journal: Journal, webhook: string): Lane {
  const sending = new Set<Promise<void>>()
  const tally: Tally = { delivered: 0, failed: 0 }
  let leases = 0

  async function run(deadline = Number.POSITIVE_INFINITY) {
    await settleRemembered(journal)
    if (!(await journal.hasDue(sendableKinds(webhook)))) return
    while (performance.now() < deadline && !shutdown.started) {
      const lead = await leaseNext()
      if (!lead) return
      if (shutdown.started) return journal.returnLease(lead)
      const sent = send(lead).finally(() => sending.delete(sent))
      sending.add(sent)
      if (sending.size >= concurrency) await Promise.race(sending)
      // Lets page requests run between leads, because SQLite uses the same thread.
      else await setImmediate()
    }
  }

  /** The kinds of lead of a webhook alternate, so that a backlog of one delays no other. */
  function leaseNext(): Promise<LeasedLead | null> {
    const kinds = sendableKinds(webhook)
    const first = kinds.length > 0 ? leases++ % kinds.length : 0
    return journal.leaseNextDue([...kinds.slice(first), ...kinds.slice(0, first)])
  }

  async function send(lead: LeasedLead) {
    const delivered = (await deliver(journal, lead, 'background')) === 'delivered'
    tally[delivered ? 'delivered' : 'failed']++
  }

  return { run, tally, finish: async () => void (await Promise.all(sending)) }
}
