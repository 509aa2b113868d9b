import { randomUUID } from 'node:crypto'
import type { Journal } from '@/lib/leads/server/journal/journal'
import { getJournal } from '@/lib/leads/server/journal/journal'
import { dueLane } from '@/lib/leads/server/redeliver'
import { webhookNames } from '@/lib/server/env'
import type { LeadKind } from '@/lib/site'

/** Measures redelivery with a backlog in the journal that the environment names, and prints the figures as JSON. */

export type Figures = {
  claimMs: number
  claimP95Ms: number
  newLeadMs: number
  perSecond: number
  /** The longest that the event loop was blocked, by the clock and by what the process computed meanwhile. */
  blocked: { wallMs: number; cpuMs: number }
}

const leads = Number(process.argv[2])
const seconds = Number(process.argv[3])
const kinds: LeadKind[] = ['booking', 'see-ai-in-action', 'call-our-ai']

const journal = getJournal()
if (!journal) throw new Error('DATABASE_URL is not set')
// What the lanes log is no figure.
const print = process.stdout.write.bind(process.stdout)
process.stdout.write = () => true

await fill(journal)
const claims = await claimSome(journal)
const figures: Figures = { ...claims, ...(await drain(journal)) }
print(`${JSON.stringify(figures)}\n`)
process.exit(0)

async function fill({ query, now }: Journal) {
  await journal?.check()
  const payload = JSON.stringify({ fullName: 'Ana Ruiz', businessDescription: 'x'.repeat(300) })
  const row = (index: number) =>
    `('${randomUUID()}', '${kinds[index % kinds.length]}', 'pending', '${payload}', '{"consent":"2026-11"}', 1,
      ${now} - ${index} - 60000, ${now} - ${index} - 3600000)`
  for (let done = 0; done < leads; done += 500)
    await query.call(
      journal,
      `INSERT INTO leads (id, kind, state, payload, extras, attempts, next_at, created_at)
       VALUES ${Array.from({ length: 500 }, (_, index) => row(done + index)).join(', ')}`,
    )
}

async function claimSome(journal: Journal) {
  const times: number[] = []
  for (let i = 0; i < 500; i++) {
    const began = performance.now()
    const lead = await journal.leaseNextDue([kinds[i % kinds.length] ?? 'booking'])
    times.push(performance.now() - began)
    if (lead) await journal.returnLease(lead)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { claimMs: at(0.5), claimP95Ms: at(0.95) }
}

/** Both lanes at work for some seconds; meanwhile a new lead becomes due. */
async function drain(journal: Journal) {
  const lanes = webhookNames.map((webhook) => dueLane(journal, webhook))
  const run = (forSeconds: number) => {
    const deadline = performance.now() + forSeconds * 1000
    return Promise.all(lanes.map((lane) => lane.run(deadline)))
  }
  // The first requests load and compile what the next ones use.
  await run(3)
  const before = lanes.map(({ tally }) => tally.delivered)
  const began = performance.now()
  const blocked = await blockedDuring(() => run(seconds))
  const delivered = lanes.map(({ tally }, index) => tally.delivered - (before[index] ?? 0))
  const perSecond = (Math.min(...delivered) / (performance.now() - began)) * 1000
  const running = run(5)
  const newLeadMs = await newLead(journal)
  await running
  await Promise.all(lanes.map((lane) => lane.finish()))
  return { newLeadMs, perSecond, blocked }
}

/** The longest time between two turns of the event loop, and the most that the process computed in one. */
async function blockedDuring(work: () => Promise<unknown>) {
  let [wallMs, cpuMs] = [0, 0]
  let began = performance.now()
  let used = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    wallMs = Math.max(wallMs, performance.now() - began)
    cpuMs = Math.max(cpuMs, (user + system) / 1000)
    began = performance.now()
    used = process.cpuUsage()
  }, 1)
  await work()
  clearInterval(timer)
  return { wallMs, cpuMs }
}

async function newLead(journal: Journal): Promise<number> {
  const id = randomUUID()
  const lead = {
    id,
    kind: 'booking' as const,
    payload: { fullName: 'New' },
    extras: { consent: '' },
  }
  const entry = await journal.record(lead)
  if (typeof entry === 'object') await journal.returnLease(entry)
  const began = performance.now()
  while ((await journal.find(id))?.state !== 'delivered')
    await new Promise((resolve) => setTimeout(resolve, 10))
  return performance.now() - began
}
