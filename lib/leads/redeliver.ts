import 'server-only'
import { env, sendableKinds, webhookUrls } from '@/lib/env'
import { fault, log } from '@/lib/log'
import { deliverOnce } from './delivery'
import type { Journal, Leased, State } from './journal'
import { bodyOf } from './payload'
import { theJournal } from './store/open'

/** Leads that could not be delivered at once are sent again, on the journal's schedule, each by one process at a time. */

const atOnce = 4
const tickMs = 1000
const purgeEveryMs = 3_600_000
const day = 86_400_000

export type Tally = { delivered: number; failed: number }

/** How long a cron call takes new leads. What it then still sends ends within the time that the platform grants. */
export const cronBudgetMs = 30_000

/** Sends what is due, until nothing is or time is up. */
export async function redeliverDue(
  journal: Journal,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<Tally> {
  const deadline = performance.now() + budgetMs
  const tally: Tally = { delivered: 0, failed: 0 }
  async function work() {
    while (performance.now() < deadline) {
      const lead = await journal.claim(sendableKinds(), new Date())
      if (!lead) return
      const state = await redeliver(journal, lead)
      tally[state === 'delivered' ? 'delivered' : 'failed']++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tally
}

/** Sends one leased lead and settles it. */
export async function redeliver(journal: Journal, lead: Leased): Promise<State | null> {
  const began = performance.now()
  const parcel = { id: lead.id, body: bodyOf(lead, env.bodyExtras) }
  const { outcome, retryAfterMs } = await deliverOnce(
    parcel,
    webhookUrls(lead.kind),
    env.webhookSecrets,
  )
  const state = await journal.settle(lead, outcome, new Date(), retryAfterMs)
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

export function purgeOld(journal: Journal): Promise<number> {
  return journal.purge(new Date(Date.now() - env.retentionDays * day))
}

/** The clockwork of a server of one's own: looks every second, and goes on whatever fails. */
export function startRedelivery(): void {
  let running: Promise<unknown> = Promise.resolve()
  let purgedAt = Number.NEGATIVE_INFINITY
  const start = new Date()
  let revived = false

  async function tick() {
    try {
      const journal = theJournal()
      if (!journal) return
      if (!revived) revived = (await journal.revive(start)) >= 0
      await redeliverDue(journal)
      if (performance.now() - purgedAt > purgeEveryMs) {
        await purgeOld(journal)
        purgedAt = performance.now()
      }
    } catch (error) {
      fault('redelivery', error)
    }
  }

  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(() => {
      running = tick().finally(next)
    }, tickMs)
    timer.unref()
  }
  next()

  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  /** The server exits as soon as its requests are answered; a lead on its way in the background is let through too. */
  function stop() {
    clearTimeout(timer)
    const exit = process.exit.bind(process)
    process.exit = ((code) => {
      void running.finally(() => exit(code))
    }) as typeof process.exit
  }
}
