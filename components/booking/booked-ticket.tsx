'use client'

import { useSyncExternalStore } from 'react'
import { Stamp, Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { useEnhanced } from '@/components/ui/use-enhanced'
import { thankYou } from '@/lib/content'
import { describeDay } from '@/lib/day'
import { bookedFor, demoStart } from '@/lib/storage'
import { fromCompactStamp, inVisitorZone, pacificTime } from '@/lib/time'

const never = () => () => undefined
const none = () => null

/** The ticket that filled in beside the form, stamped. What only this browser knows comes once it can be asked. */
export function BookedTicket() {
  const enhanced = useEnhanced()
  const stamp = useSyncExternalStore(never, demoStart.read, none)
  const name = useSyncExternalStore(never, bookedFor.name, none)
  const business = useSyncExternalStore(never, bookedFor.business, none)
  const slot = fromCompactStamp(stamp)
  const elsewhere = slot && inVisitorZone(slot.start)
  const { rows } = thankYou
  return (
    <Ticket className="stamped stamped-now min-h-108 lg:min-h-96 md:rotate-1">
      <TicketHead as="h2">{thankYou.ticket}</TicketHead>
      <TicketRows waiting={!enhanced}>
        {name && <TicketRow label={rows.fullName}>{name}</TicketRow>}
        {business && <TicketRow label={rows.businessName}>{business}</TicketRow>}
        <TicketRow label={rows.day}>{slot ? describeDay(slot.day) : thankYou.unknownDay}</TicketRow>
        <TicketRow label={rows.time}>
          {slot ? thankYou.pacificTime(pacificTime(slot.start)) : thankYou.unknownTime}
        </TicketRow>
        {elsewhere && <TicketRow label={rows.elsewhere}>{elsewhere}</TicketRow>}
        <TicketRow label={rows.length}>{thankYou.length}</TicketRow>
        <TicketRow label={rows.cost}>
          <span className="text-copper">{thankYou.cost}</span>
        </TicketRow>
      </TicketRows>
      <Stamp>{thankYou.stamp}</Stamp>
    </Ticket>
  )
}
