import { memo } from 'react'
import { useActionFormContext } from '@/components/forms/use-action-form'
import { useFormValues } from '@/components/forms/use-form-values'
import { demoTicket } from '@/lib/content/tickets'
import { chosenServices, DemoTicket, slotInVisitorZone } from './demo-ticket'

/** Without entries whose fields show an error. */
export const LiveTicket = memo(function LiveTicket() {
  const { errors } = useActionFormContext().formState
  const values = Object.entries(useFormValues((all) => all))
  return <DemoTicket values={Object.fromEntries(values.filter(([name]) => !(name in errors)))} />
})

/** On phones, where there is no live ticket. Several names would not fit on a line: the review lists them. */
export function Services() {
  const text = useFormValues((values) => {
    const [first, ...others] = chosenServices(values)
    return others.length > 0 ? demoTicket.serviceCount(1 + others.length) : first?.label
  })
  return text && <span>{`${demoTicket.rows.services}: ${text}`}</span>
}

export function LocalTimeNote() {
  const localTime = useFormValues(slotInVisitorZone)
  return (
    localTime && (
      <p className="font-normal text-muted-foreground">{demoTicket.localTime(localTime)}</p>
    )
  )
}
