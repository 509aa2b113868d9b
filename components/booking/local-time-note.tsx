import { demoTicket } from '@/lib/content/booking'
import { formatInVisitorZone, isIsoDate, slotStart } from '@/lib/dates'
import type { BookingFields } from './fields'

/** The chosen slot on the visitor's own clock, where that clock is not Pacific. */
export function LocalTimeNote({
  values: { preferredDate, preferredTime },
}: {
  values: BookingFields
}) {
  if (!preferredTime || !preferredDate || !isIsoDate(preferredDate)) return null
  const there = formatInVisitorZone(slotStart(preferredDate, preferredTime))
  return there && <p className="text-ink-2">{demoTicket.elsewhere(there)}</p>
}
