import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useFormValues } from '@/components/forms/use-lead-form'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { demoTicket } from '@/lib/content/booking'
import { formatLongDate, isIsoDate } from '@/lib/dates'
import type { FormValues } from '@/lib/leads/shared/form-data'

/** Repeats the values beside the form while they are typed. Only decoration: screen readers get the review. */
export function DemoTicket({ form }: { form: UseFormReturn<FormValues> }) {
  const values = useFormValues(form)
  const text = (name: string) => String(values[name] ?? '')
  const { rows } = demoTicket
  const day = text('preferredDate')
  const time = text('preferredTime')
  const localTime = useLocalTime(values)
  return (
    <Ticket aria-hidden="true" className="rotate-1">
      <TicketHead number={demoTicket.waiting}>{demoTicket.title}</TicketHead>
      <TicketRows>
        <Row label={rows.fullName}>{text('fullName')}</Row>
        <Row label={rows.businessName}>{text('businessName')}</Row>
        <Row label={rows.phoneNumber}>{text('phoneNumber')}</Row>
        <Row label={rows.day}>{isIsoDate(day) ? formatLongDate(day) : ''}</Row>
        <Row label={rows.time}>{time && demoTicket.pacific(time)}</Row>
        {localTime && <Row label={rows.localTime}>{localTime}</Row>}
        <TicketRow label={rows.cost}>
          <span className="text-copper">{demoTicket.cost}</span>
        </TicketRow>
      </TicketRows>
    </Ticket>
  )
}

function Row({ label, children }: { label: string; children: string }) {
  return (
    <TicketRow label={label}>
      {children.trim() ? <span className="inked">{children}</span> : '\u00a0'}
    </TicketRow>
  )
}

/** The chosen slot in the visitor's time zone, where that is not Pacific time. */
export function LocalTimeNote({ form }: { form: UseFormReturn<FormValues> }) {
  const localTime = useLocalTime(useFormValues(form))
  return localTime && <p className="text-ink-2">{demoTicket.localTime(localTime)}</p>
}

/** Loads the time zone library once a slot is chosen. */
function useLocalTime({ preferredDate, preferredTime }: FormValues): string | null {
  const [localTime, setLocalTime] = useState<string | null>(null)
  const day = String(preferredDate ?? '')
  const time = String(preferredTime ?? '')
  useEffect(() => {
    setLocalTime(null)
    if (!isIsoDate(day) || !time) return
    import('@/lib/pacific')
      .then(({ formatInVisitorZone, slotStart }) =>
        setLocalTime(formatInVisitorZone(slotStart(day, time))),
      )
      .catch(() => undefined)
  }, [day, time])
  return localTime
}
