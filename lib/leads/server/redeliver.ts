import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { sendableKinds, type WebhookName, webhookNames } from '@/lib/server/env'
import { deliver, settleRemembered } from './deliver'
import type { Journal } from './journal/journal'
import type { LeasedLead } from './journal/records'
import { shutdown } from './shutdown'

/** How long a cron call leases leads. The sends that are then open end within the route's `maxDuration`. */
export const cronBudgetMs = 30_000
/** How many leads are sent to one webhook at a time. */
const concurrency = 16

/** Sends all due leads of all webhooks, for as long as the budget lasts. */
export async function redeliverDue(journal: Journal, budgetMs = Number.POSITIVE_INFINITY) {
  const deadline = performance.now() + budgetMs
  const tally = { delivered: 0, failed: 0 }
  const lanes = webhookNames.map((webhook) => dueLane(journal, webhook, tally))
  const runs = await Promise.allSettled(lanes.map((lane) => lane.run(deadline)))
  await Promise.all(lanes.map((lane) => lane.finish()))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  return tally
}

export type Lane = ReturnType<typeof dueLane>

/** Sends due leads to one webhook, several at a time. Each webhook has its own lane, so a slow one delays no other. */
export function dueLane(
  journal: Journal,
  webhook: WebhookName,
  tally = { delivered: 0, failed: 0 },
) {
  const sending = new Set<Promise<void>>()
  let leases = 0

  /** Sends leads until none is left, the deadline has passed, or the process shuts down. */
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

  /** Waits for the sends that are still open. */
  const finish = () => Promise.all(sending)
  return { run, finish, tally }
}
