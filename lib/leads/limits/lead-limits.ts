import 'server-only'
import type { HoldReason } from '../lead'
import type { Admission, Admit } from '../record'
import type { Store } from '../store/database'
import { decide, type LeadCounters, noCounters, withReserve } from './counters'
import { journalCounts } from './in-journal'
import { countAsUnrecorded, countLeadInMemory, isCountedInMemory, memoryCounts } from './in-memory'

/** The limits of one lead: as the journal counts it, or while the journal fails, as this process does. */
export class LeadLimits {
  constructor(
    private readonly id: string,
    private readonly counters: LeadCounters,
    private readonly holdReason: HoldReason | null,
  ) {}

  /** For the transaction that records the lead. */
  inJournal({ now }: Store): Admit {
    return async (query, known, isChange) => {
      const counts = journalCounts(query, now())
      const counters = countersLeft(isChange ? withReserve(this.counters) : this.counters, known)
      const { refused, reason, counted } = await decide(counters, this.holdReason, counts)
      // At once, so that leads which the journal cannot record meanwhile find it counted.
      if (!refused && !reason && counted.length > 0) countLeadInMemory(this.id, counted)
      return { refused, reason, count: () => counts.add(counted) }
    }
  }

  /** Counts the lead if it may be sent. If the journal has let it pass before it failed, it is counted here. */
  async inMemory(): Promise<Admission> {
    if (isCountedInMemory(this.id)) return { reason: this.holdReason }
    const { counted, ...verdict } = await decide(this.counters, this.holdReason, memoryCounts)
    if (verdict.refused || verdict.reason) return verdict
    countLeadInMemory(this.id, counted)
    countAsUnrecorded(counted)
    return verdict
  }

  /** The two seconds begin with an accepted lead, so a lead that could not be delivered ends them. */
  async endDelay(store?: Store): Promise<void> {
    const { delay } = this.counters
    await memoryCounts.reset(delay)
    if (store) await journalCounts(store.write, store.now()).reset(delay)
  }
}

/**
 * A lead that the journal has does not count again, except that a held lead has not been sent yet. One that the total has held
 * has counted toward its contacts.
 */
function countersLeft(counters: LeadCounters, known: Parameters<Admit>[1]): LeadCounters {
  if (!known) return counters
  if (known.state !== 'held') return noCounters
  const contacts = known.outcome === 'flood' ? [] : counters.contacts
  return { ...noCounters, contacts, total: counters.total }
}
