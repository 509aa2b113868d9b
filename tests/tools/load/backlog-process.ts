import { randomUUID } from 'node:crypto'
import { webhookNames } from '@/lib/env'
import { leadKinds } from '@/lib/forms/forms'
import { sendDue } from '@/lib/leads/delivery'
import { getJournal, type Journal } from '@/lib/leads/journal'
import { sleep, startTurnTimer } from '../../support/process/wait'
import { percentile } from '../figures'

/** Measures redelivery with a backlog in the journal at DATABASE_URL, and prints the figures as JSON. */

export type Figures = {
  leaseMs: number
  newLeadMs: number
  perSecond: number
  /** The longest that the event loop was blocked. */
  blockedMs: number
}

const leads = Number(process.argv[2])
const seconds = Number(process.argv[3])
const kindOf = (index: number) => leadKinds[index % leadKinds.length] ?? 'booking'

const journal = getJournal()
if (!journal) throw new Error('DATABASE_URL is not set')
// Deliveries are logged to stdout, which is for the figures only.
const print = process.stdout.write.bind(process.stdout)
process.stdout.write = () => true

await fill(journal)
const leaseMs = await measureLeases(journal)
const figures: Figures = { leaseMs, ...(await measureDelivery(journal)) }
print(`${JSON.stringify(figures)}\n`)
process.exit(0)

async function fill(journal: Journal) {
  await journal.store.check()
  const now = journal.store.now()
  const payload = JSON.stringify({ fullName: 'Ana Ruiz', businessDescription: 'x'.repeat(300) })
  const batch = Array.from({ length: 500 }, (_, index) => index)
  const rows = batch.map((index) => {
    const [id, kind, age] = [1, 2, 3].map((column) => `$${index * 3 + column}`)
    return `(${id}, '', ${kind}, 'pending', '${payload}', '{"consent":"2026-11"}', 1,
      ${now} - 60000 - ${age}, ${now} - 3600000 - ${age}, ${now} + 3600000)`
  })
  // The same text for each batch: the journal keeps prepared statements, and freeing a hundred large ones blocks.
  const insert = `INSERT INTO leads
    (id, submission_id, kind, state, payload, extras, attempts, next_at, created_at, give_up_at)
    VALUES ${rows.join(', ')}`
  for (let done = 0; done < leads; done += batch.length)
    await journal.store.write(
      insert,
      batch.flatMap((index) => [randomUUID(), kindOf(done + index), done + index]),
    )
}

async function measureLeases(journal: Journal): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 500; i++) {
    const began = performance.now()
    const lead = await journal.leaseNextDue([kindOf(i)])
    times.push(performance.now() - began)
    if (lead) await journal.returnLease(lead)
  }
  return percentile(times, 0.5)
}

/** Delivers leads to both webhooks for some seconds, then measures a new lead while they continue. */
async function measureDelivery(journal: Journal) {
  const tallies = webhookNames.map(() => ({ delivered: 0, failed: 0 }))
  const run = (forSeconds: number) => {
    const deadline = performance.now() + forSeconds * 1000
    return Promise.all(
      webhookNames.map((webhook, index) => sendDue(journal, webhook, deadline, tallies[index])),
    )
  }
  // Warm-up: the first requests load and compile code.
  await run(3)
  const before = tallies.map(({ delivered }) => delivered)
  const began = performance.now()
  const longestTurnMs = startTurnTimer()
  await run(seconds)
  const blockedMs = longestTurnMs()
  const delivered = tallies.map((tally, index) => tally.delivered - (before[index] ?? 0))
  const perSecond = (Math.min(...delivered) / (performance.now() - began)) * 1000
  const running = run(5)
  const newLeadMs = await measureNewLead(journal)
  await running
  return { newLeadMs, perSecond, blockedMs }
}

/** The time from when a lead becomes due until it is delivered. */
async function measureNewLead(journal: Journal): Promise<number> {
  const id = randomUUID()
  const lead = {
    id,
    submissionId: id,
    kind: 'booking' as const,
    payload: { fullName: 'New' },
    extras: { consent: '' },
  }
  const { lease } = await journal.receive(lead)
  if (lease) await journal.returnLease(lease)
  const began = performance.now()
  while ((await journal.find(id))?.state !== 'delivered') await sleep(10)
  return performance.now() - began
}
