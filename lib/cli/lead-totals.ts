import 'server-only'
import { todayInPacific } from '@/lib/dates'
import { type LeadState, leadStates, type StoredLead } from '@/lib/leads/records'
import { nextDay } from '@/lib/pacific'

/** What a report says about leads. Holds counts and times of delivery, and nothing personal. */

export type KindCounts = { callback: number; booking: number }
export type LeadTotals = {
  first: number | null
  last: number | null
  states: Record<LeadState, number>
  /** Every day from the first to the last, in Pacific time. */
  days: [day: string, counts: KindCounts][]
  /** The campaigns with the most leads come first. The name is empty for leads without one. */
  campaigns: [name: string, counts: KindCounts][]
  /** Milliseconds from the form to the webhook's 2xx, shortest first. */
  deliveryMs: number[]
  /** How the last attempt ended, of leads that are not delivered. */
  failures: [outcome: string, leads: number][]
  /** Leads that were delivered, but not by their first attempt. */
  retried: number
}

export async function totalLeads(pages: AsyncIterable<readonly StoredLead[]>): Promise<LeadTotals> {
  const states = Object.fromEntries(leadStates.map((state) => [state, 0])) as LeadTotals['states']
  const days = new Map<string, KindCounts>()
  const campaigns = new Map<string, KindCounts>()
  const failures = new Map<string, number>()
  const deliveryMs: number[] = []
  let [first, last, retried]: [number | null, number | null, number] = [null, null, 0]
  for await (const leads of pages)
    for (const { kind, state, attempts, outcome, createdAt, deliveredAt, extras } of leads) {
      states[state]++
      const group = kind === 'booking' ? 'booking' : 'callback'
      const { utm_source, utm_campaign } = extras?.attribution ?? {}
      countIn(days, todayInPacific(new Date(createdAt)), group)
      countIn(campaigns, [utm_source, utm_campaign].filter(Boolean).join(' / '), group)
      if (deliveredAt !== null) deliveryMs.push(Math.max(0, deliveredAt - createdAt))
      if (deliveredAt !== null && attempts > 1) retried++
      if ((state === 'pending' || state === 'dead') && outcome)
        failures.set(outcome, (failures.get(outcome) ?? 0) + 1)
      first = Math.min(first ?? createdAt, createdAt)
      last = Math.max(last ?? createdAt, createdAt)
    }
  return {
    first,
    last,
    states,
    days: withoutGaps(days),
    campaigns: [...campaigns].sort(([, a], [, b]) => sum(b) - sum(a)),
    deliveryMs: deliveryMs.sort((a, b) => a - b),
    failures: [...failures].sort(([, a], [, b]) => b - a),
    retried,
  }
}

export function sum({ callback, booking }: KindCounts): number {
  return callback + booking
}

function countIn(groups: Map<string, KindCounts>, name: string, kind: keyof KindCounts): void {
  const counts = groups.get(name) ?? { callback: 0, booking: 0 }
  counts[kind]++
  groups.set(name, counts)
}

/** Adds the days without a lead. */
function withoutGaps(days: Map<string, KindCounts>): LeadTotals['days'] {
  const known = [...days.keys()].sort()
  const all: LeadTotals['days'] = []
  const last = known.at(-1) ?? ''
  for (let day = known[0]; day !== undefined && day <= last; day = nextDay(day))
    all.push([day, days.get(day) ?? { callback: 0, booking: 0 }])
  return all
}
