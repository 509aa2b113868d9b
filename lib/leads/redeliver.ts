import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { type WebhookName, webhookNames } from '@/lib/server/env'
import { log } from '@/lib/server/log'
import { shutdown } from '@/lib/server/shutdown'
import { deliver, recordUnrecorded } from './deliver'
import type { Journal } from './journal'
import type { LeasedLead } from './lead'
import { inThreadTurn, memory, unrecordedOf } from './outage'
import { busyWaitMs } from './record'
import { sendableKinds } from './send'
import { tryJournal } from './store/database'

/** How many leads are sent to one webhook at a time. */
const concurrency = 16

/** Sends all due leads of all webhooks, for as long as the budget lasts. */
export async function redeliverDue(journal: Journal, budgetMs: number): Promise<void> {
  const deadline = performance.now() + budgetMs
  await recordUnrecorded(journal)
  const runs = webhookNames.map((webhook) => sendDue(journal, webhook, deadline))
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') throw run.reason
}

/** Sends due leads to one webhook until none is left, the deadline has passed, or the process shuts down. */
export async function sendDue(
  journal: Journal,
  webhook: WebhookName,
  deadline = Number.POSITIVE_INFINITY,
): Promise<void> {
  const kinds = sendableKinds(webhook)
  const running = new Set<Promise<void>>()
  try {
    while (performance.now() < deadline && !shutdown.started) {
      const lead = await journal.leaseNextDue(kinds)
      if (!lead) return
      // The kinds alternate, so that a backlog of one delays no other.
      kinds.push(...kinds.splice(0, 1))
      // One that throws stays, so that what waits for all of them throws too.
      const sent = sendInTurn(journal, lead).then(() => {
        running.delete(sent)
      })
      running.add(sent)
      if (running.size >= concurrency) await Promise.race(running)
      // Lets page requests run between leads, because SQLite uses the same thread.
      else await setImmediate()
    }
  } finally {
    await Promise.all(running)
  }
}

/**
 * The lead waits while a version of its thread was sent that the journal does not know yet, and while this process records or
 * sends one: a visitor can wait for the lease, and after a step of the clock, a lease can seem to have expired.
 */
async function sendInTurn(journal: Journal, lead: LeasedLead): Promise<void> {
  const { thread } = lead
  if (!memory.turns.has(thread) && unrecordedOf(thread).length === 0)
    await inThreadTurn(thread, () => deliver(journal, lead, 'background'))
  // If this fails, the lease expires.
  else await tryJournal(() => journal.returnLease(lead, busyWaitMs), lead.id)
}

/** Gives up some leads that were not accepted in time. Returns them. */
export async function giveUpOld(journal: Journal, limit: number) {
  const givenUp = await journal.giveUp(limit)
  for (const { id, kind, outcome } of givenUp)
    log('dead', { id, kind, outcome: outcome ?? 'not sent' }, 'red')
  return givenUp
}
