import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { demoTicket } from '@/lib/content/tickets'
import { formatInVisitorZone, formatLongDate, isIsoDate, slotStart } from '@/lib/dates/dates'
import { bookingForm } from '@/lib/forms/booking-form'
import { fieldOf } from '@/lib/forms/fields'
import type { FormValues } from '@/lib/forms/form-data'
import type { FieldName } from '@/lib/forms/forms'

/** Repeats the values beside the form while they are typed. Only decoration: screen readers get the review. */
export function DemoTicket({ values }: { values: FormValues<'booking'> }) {
  const text = (name: FieldName<'booking'>) => String(values[name] ?? '')
  const { rows } = demoTicket
  const day = text('preferredDate')
  const time = text('preferredTime')
  const localTime = slotInVisitorZone(values)
  const services = chosenServices(values)
  const names = services.map(({ label }) => label).join(', ')
  return (
    <Ticket aria-hidden="true" className="rotate-1">
      <TicketHead number={demoTicket.waiting}>{demoTicket.title}</TicketHead>
      <TicketRows>
        <Row translate="no" label={rows.fullName}>
          {text('fullName')}
        </Row>
        <Row translate="no" label={rows.businessName}>
          {text('businessName')}
        </Row>
        <Row translate="no" label={rows.phoneNumber}>
          {text('phoneNumber')}
        </Row>
        <Row label={rows.day}>{isIsoDate(day) ? formatLongDate(day) : ''}</Row>
        <Row label={rows.time}>{time && demoTicket.pacific(time)}</Row>
        {localTime && <Row label={rows.localTime}>{localTime}</Row>}
        <TicketRow label={rows.cost}>
          <span className="text-primary">{demoTicket.cost}</span>
        </TicketRow>
        {/* Last, so that nothing moves when it appears. */}
        {services.length > 0 && <Row label={rows.services}>{names}</Row>}
      </TicketRows>
    </Ticket>
  )
}

function Row({
  label,
  translate,
  children,
}: {
  label: string
  /** Of the visitor's own words: no. */
  translate?: 'no'
  children: string
}) {
  return (
    <TicketRow label={label}>
      {children.trim() ? (
        <span
          translate={translate}
          className="motion-safe:inline-block motion-safe:animate-[ink_var(--time-calm)_var(--ease-settle)]"
        >
          {children}
        </span>
      ) : (
        '\u00a0'
      )}
    </TicketRow>
  )
}

/** The services that the visitor picked on the landing page. */
export function chosenServices({ interestedServices = [] }: FormValues<'booking'>) {
  const { options = [] } = fieldOf(bookingForm, 'interestedServices')
  return options.filter(({ value }) => interestedServices.includes(value))
}

/** The chosen slot in the visitor's time zone, where that is not Pacific time. */
export function slotInVisitorZone({
  preferredDate: day = '',
  preferredTime: time,
}: FormValues<'booking'>): string | null {
  return isIsoDate(day) && time ? formatInVisitorZone(slotStart(day, time)) : null
}
