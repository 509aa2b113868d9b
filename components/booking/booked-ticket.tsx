'use client'

import { useSyncExternalStore } from 'react'
import { Ticket, TicketHead, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { useHydrated } from '@/components/ui/use-hydrated'
import { bookedDemo } from '@/lib/client/booked'
import { bookedTicket } from '@/lib/content/booking'
import { formatInVisitorZone, formatLongDate, pacificTime, parseTimestamp } from '@/lib/dates'

const never = () => () => undefined
const none = () => null

/** The ticket that filled in beside the form, stamped. What only this browser knows comes once it can be asked. */
export function BookedTicket() {
  const enhanced = useHydrated()
  const stamp = useSyncExternalStore(never, bookedDemo.start, none)
  const name = useSyncExternalStore(never, bookedDemo.name, none)
  const business = useSyncExternalStore(never, bookedDemo.business, none)
  const slot = parseTimestamp(stamp)
  const elsewhere = slot && formatInVisitorZone(slot.start)
  const { rows } = bookedTicket
  return (
    <Ticket className="stamped stamped-now min-h-108 lg:min-h-96 md:rotate-1">
      <TicketHead as="h2">{bookedTicket.title}</TicketHead>
      <TicketRows waiting={!enhanced}>
        {name && <TicketRow label={rows.fullName}>{name}</TicketRow>}
        {business && <TicketRow label={rows.businessName}>{business}</TicketRow>}
        <TicketRow label={rows.day}>
          {slot ? formatLongDate(slot.day) : bookedTicket.unknownDay}
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
      <TicketStamp>{bookedTicket.stamp}</TicketStamp>
    </Ticket>
  )
}
