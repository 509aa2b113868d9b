import 'server-only'
import { todayInPacific } from '@/lib/dates'
import type { StoredLead } from '@/lib/leads/records'
import { nextDay } from '@/lib/pacific'

/** What a report says about leads. Holds counts and times of delivery, and nothing personal. */

export type LeadTotals = Awaited<ReturnType<typeof totalLeads>>
type Counts = [callbacks: number, bookings: number]

export async function totalLeads(pages: AsyncIterable<readonly StoredLead[]>) {
  const [states, days, campaigns, failures] = [new Tally(), new Tally(), new Tally(), new Tally()]
  const deliveryMs: number[] = []
  let [first, last, retried] = [Number.POSITIVE_INFINITY, 0, 0]
  for await (const leads of pages)
    for (const lead of leads) {
      const { state, attempts, outcome, createdAt, deliveredAt, extras } = lead
      const { utm_source, utm_campaign } = extras?.attribution ?? {}
      states.add(state, lead)
      days.add(todayInPacific(new Date(createdAt)), lead)
      campaigns.add([utm_source, utm_campaign].filter(Boolean).join(' / '), lead)
      if (deliveredAt !== null) deliveryMs.push(Math.max(0, deliveredAt - createdAt))
      if (deliveredAt !== null && attempts > 1) retried++
      if ((state === 'pending' || state === 'dead') && outcome) failures.add(outcome, lead)
      first = Math.min(first, createdAt)
      last = Math.max(last, createdAt)
    }
  return {
    first,
    last,
    states,
    /** Every day from the first to the last, in Pacific time. */
    days: withoutGaps(days),
    /** The name is empty for leads without a campaign. */
    campaigns: campaigns.largestFirst(),
    /** Milliseconds from the form to the webhook's 2xx, shortest first. */
    deliveryMs: deliveryMs.sort((a, b) => a - b),
    /** How the last attempt ended, of leads that are not delivered. */
    failures: failures.largestFirst(),
    /** Leads that were delivered, but not by their first attempt. */
    retried,
  }
}

/** Counts leads by name. */
class Tally extends Map<string, Counts> {
  add(name: string, { kind }: StoredLead): void {
    const counts = this.get(name) ?? [0, 0]
    counts[kind === 'booking' ? 1 : 0]++
    this.set(name, counts)
  }

  largestFirst() {
    return [...this].sort(([, a], [, b]) => sum(b) - sum(a))
  }
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function withoutGaps(days: Tally) {
  const known = [...days.keys()].sort()
  const all: [day: string, counts: Counts][] = []
  const last = known.at(-1) ?? ''
  for (let day = known[0]; day !== undefined && day <= last; day = nextDay(day))
    all.push([day, days.get(day) ?? [0, 0]])
  return all
}
