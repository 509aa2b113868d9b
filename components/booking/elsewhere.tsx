import { demoTicket } from '@/lib/content/booking'
import { isDay } from '@/lib/day'
import { inVisitorZone, slotStart } from '@/lib/time'
import type { BookingFields } from './fields'

/** The chosen slot on the visitor's own clock, where that clock is not Pacific. */
export function Elsewhere({ values: { preferredDate, preferredTime } }: { values: BookingFields }) {
  if (!preferredTime || !preferredDate || !isDay(preferredDate)) return null
  const there = inVisitorZone(slotStart(preferredDate, preferredTime))
  return there && <p className="text-ink-2">{demoTicket.elsewhere(there)}</p>
}
