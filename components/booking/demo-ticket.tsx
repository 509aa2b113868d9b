import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { VerbatimText } from '@/components/ui/verbatim-text'
import { demoTicket, ticketLabel } from '@/lib/content/tickets'
import { formatInVisitorZone, formatLongDate, isIsoDate, slotStart } from '@/lib/dates/dates'
import { unbroken } from '@/lib/dates/days'
import { bookingForm } from '@/lib/forms/booking-form'
import { type FieldSpec, fieldOf, fieldsOf, optionLabel } from '@/lib/forms/fields'
import type { FormValues } from '@/lib/forms/form-data'
import type { NamedField } from '@/lib/forms/forms'

/** Repeats the values beside the form while they are typed. Only decoration: screen readers get the review. */
export function DemoTicket({ values }: { values: FormValues<'booking'> }) {
  const { rows } = demoTicket
  const localTime = slotInVisitorZone(values)
  const services = chosenServices(values)
  const names = services.map(({ label }) => label).join(', ')
  return (
    <Ticket aria-hidden="true" className="rotate-1">
      <TicketHead number={demoTicket.waiting}>{demoTicket.title}</TicketHead>
      <TicketRows>
        {ticketFields.map((field) => (
          <ValueRow key={field.name} translate={translateOf(field)} label={ticketLabel(field)}>
            {display(field, String(values[field.name] ?? ''))}
          </ValueRow>
        ))}
        {localTime && <ValueRow label={rows.localTime}>{localTime}</ValueRow>}
        <TicketRow label={rows.cost}>
          <span className="text-primary">{demoTicket.cost}</span>
        </TicketRow>
        {/* Last, so that nothing moves when it appears. */}
        {services.length > 0 && <ValueRow label={rows.services}>{names}</ValueRow>}
      </TicketRows>
    </Ticket>
  )
}

const ticketFields = fieldsOf(bookingForm).filter(({ ticket }) => ticket)

/** The visitor's own words are not translated. */
export function translateOf({ type }: Pick<FieldSpec, 'type'>): 'no' | undefined {
  return type === 'date' || type === 'select' ? undefined : 'no'
}

export function display(field: NamedField<'booking'>, value: string): string {
  if (field.type === 'date') return isIsoDate(value) ? formatLongDate(value) : ''
  if (field.name === 'preferredTime') return value && demoTicket.timeInZone(unbroken(value))
  return optionLabel(field, value)
}

function ValueRow({
  label,
  translate,
  children,
}: {
  label: string
  translate?: 'no'
  children: string
}) {
  const Text = translate ? VerbatimText : 'span'
  return (
    <TicketRow label={label}>
      {children.trim() ? (
        <Text className="motion-safe:inline-block motion-safe:animate-ink">{children}</Text>
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

/** The chosen slot in the visitor's time zone, where that is another one. */
export function slotInVisitorZone({
  preferredDate: day = '',
  preferredTime: time,
}: FormValues<'booking'>): string | null {
  return isIsoDate(day) && time ? formatInVisitorZone(slotStart(day, time)) : null
}
