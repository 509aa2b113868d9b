import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { demoTicket as ticket } from '@/lib/content/booking'
import { formatInVisitorZone, formatLongDate, isIsoDate, slotStart } from '@/lib/dates'
import type { BookingFields } from './fields'

/**
 * What the visitor is about to hold, written while they type. It repeats the form for the eye alone: the review
 * says the same to everyone.
 */
export function DemoTicket({ values }: { values: BookingFields }) {
  const { preferredDate: day = '', preferredTime: time = '' } = values
  const slot = isIsoDate(day) && time ? slotStart(day, time) : null
  const rows = {
    fullName: values.fullName,
    businessName: values.businessName,
    phoneNumber: values.phoneNumber,
    preferredDate: isIsoDate(day) ? formatLongDate(day) : '',
    preferredTime: time && ticket.pacific(time),
    elsewhere: slot && formatInVisitorZone(slot),
  }
  const labels = ticket.rows
  return (
    <Ticket aria-hidden="true" className="rotate-1">
      <TicketHead number={ticket.waiting}>{ticket.title}</TicketHead>
      <TicketRows>
        {Object.entries(rows).map(([name, value]) =>
          value === null ? null : (
            <TicketRow key={name} label={labels[name as keyof typeof rows]}>
              {value?.trim() ? <span className="inked">{value}</span> : '\u00a0'}
            </TicketRow>
          ),
        )}
        <TicketRow label={labels.cost}>
          <span className="text-copper">{ticket.cost}</span>
        </TicketRow>
      </TicketRows>
    </Ticket>
  )
}
