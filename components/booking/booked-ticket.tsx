'use client'

import { useSyncExternalStore } from 'react'
import { Stamp, Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { useEnhanced } from '@/components/ui/use-enhanced'
import { booked } from '@/lib/client/booked'
import { bookedTicket } from '@/lib/content/booking'
import { describeDay } from '@/lib/day'
import { fromCompactStamp, pacificTime } from '@/lib/stamp'
import { inVisitorZone } from '@/lib/time'

const never = () => () => undefined
const none = () => null

/** The ticket that filled in beside the form, stamped. What only this browser knows comes once it can be asked. */
export function BookedTicket() {
  const enhanced = useEnhanced()
  const stamp = useSyncExternalStore(never, booked.start, none)
  const name = useSyncExternalStore(never, booked.name, none)
  const business = useSyncExternalStore(never, booked.business, none)
  const slot = fromCompactStamp(stamp)
  const elsewhere = slot && inVisitorZone(slot.start)
  const { rows } = bookedTicket
  return (
    <Ticket className="stamped stamped-now min-h-108 lg:min-h-96 md:rotate-1">
      <TicketHead as="h2">{bookedTicket.title}</TicketHead>
      <TicketRows waiting={!enhanced}>
        {name && <TicketRow label={rows.fullName}>{name}</TicketRow>}
        {business && <TicketRow label={rows.businessName}>{business}</TicketRow>}
        <TicketRow label={rows.day}>
          {slot ? describeDay(slot.day) : bookedTicket.unknownDay}
        </TicketRow>
        <TicketRow label={rows.time}>
          {slot ? bookedTicket.pacificTime(pacificTime(slot.start)) : bookedTicket.unknownTime}
        </TicketRow>
        {elsewhere && <TicketRow label={rows.elsewhere}>{elsewhere}</TicketRow>}
        <TicketRow label={rows.length}>{bookedTicket.length}</TicketRow>
        <TicketRow label={rows.cost}>
          <span className="text-copper">{bookedTicket.cost}</span>
        </TicketRow>
      </TicketRows>
      {!slot && <p className="mt-4 text-ink-2">{bookedTicket.unknown}</p>}
      <Stamp>{bookedTicket.stamp}</Stamp>
    </Ticket>
  )
}
