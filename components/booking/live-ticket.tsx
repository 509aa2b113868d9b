import { memo } from 'react'
import { useFormValues } from '@/components/forms/use-form-values'
import { demoTicket } from '@/lib/content/tickets'
import type { FieldName } from '@/lib/forms/forms'
import { chosenServices, DemoTicket, slotInVisitorZone } from './demo-ticket'

export const LiveTicket = memo(function LiveTicket() {
  return <DemoTicket values={useFormValues()} />
})

/** On phones, where there is no live ticket. Several names would not fit on a line: the review lists them. */
export function Services() {
  const services = chosenServices(useFormValues())
  const text = services.length > 1 ? demoTicket.serviceCount(services.length) : services[0]?.label
  return text && <span>{`${demoTicket.rows.services}: ${text}`}</span>
}

/** Below the time. */
export function LocalTimeNote({ name }: { name: FieldName<'booking'> }) {
  const localTime = slotInVisitorZone(useFormValues())
  return (
    name === 'preferredTime' &&
    localTime && (
      <p className="font-normal text-muted-foreground">{demoTicket.localTime(localTime)}</p>
    )
  )
}
