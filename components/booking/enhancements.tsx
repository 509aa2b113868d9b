import { memo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FieldQuestion } from '@/components/forms/field-question'
import { fieldError } from '@/components/forms/text-field'
import { useActionFormContext } from '@/components/forms/use-action-form'
import { useFormValues } from '@/components/forms/use-form-values'
import { CloseIcon } from '@/components/ui/icon'
import { Ticket, TicketHead } from '@/components/ui/ticket'
import { Untranslated } from '@/components/ui/untranslated'
import { demoTicket } from '@/lib/content/tickets'
import { bookingForm, lastStep } from '@/lib/forms/booking-form'
import { restoreDraft } from '@/lib/forms/client/drafts'
import { type FieldSpec, fieldOf, fieldsByStep } from '@/lib/forms/fields'
import type { FormEntries } from '@/lib/forms/form-data'
import type { FieldName } from '@/lib/forms/forms'
import { servicesIn } from '@/lib/forms/services-in-address'
import { chosenServices, DemoTicket, display, slotInVisitorZone, translateOf } from './demo-ticket'

export { BookedNotice } from './booked-notice'
export { DatePicker, untilDateInputIsLeft } from './date-picker'

/** Lists what was entered, with the error of each value and a button that leads to its field. */
export function Review({ onChange }: { onChange: (name: FieldName<'booking'>) => void }) {
  const { hookForm } = useActionFormContext()
  const values = useFormValues()
  const { errors } = hookForm.formState
  const fields = fieldsByStep(bookingForm)
  const rows = [
    ...fields.filter(isReviewed),
    ...fields.filter((field) => !isReviewed(field) && errors[field.name]),
  ]
  return (
    <section aria-label={demoTicket.review} className="noscript:hidden">
      <Ticket>
        <TicketHead as="h3">{demoTicket.review}</TicketHead>
        <dl className="ticket-rows review-rows">
          {rows.map((field) => {
            const { name, label } = field
            const text = display(field, String(values[name] ?? '').trim()) || demoTicket.empty
            return (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  {translateOf(field) ? <Untranslated>{text}</Untranslated> : <span>{text}</span>}
                </dd>
                <dd className="review-note">
                  <LocalTimeNote name={name} />
                  {/* The step can have been left before the field. */}
                  {(field.type === 'email' || field.type === 'phone') && (
                    <FieldQuestion name={name} id={name} nextFocus={`change-${name}`} />
                  )}
                  {errors[name] && (
                    <span className="font-semibold text-destructive text-sm">
                      {fieldError(field, values[name] ?? '', String(errors[name].message))}
                    </span>
                  )}
                </dd>
                <dd className="review-change">
                  <button
                    id={`change-${name}`}
                    type="button"
                    onClick={() => onChange(name)}
                    className="min-h-11 text-primary underline"
                  >
                    <span>{demoTicket.change}</span>
                    <span className="sr-only">{` ${label}`}</span>
                  </button>
                </dd>
              </div>
            )
          })}
          <div>
            <dt>{demoTicket.rows.cost}</dt>
            <dd className="text-primary">{demoTicket.cost}</dd>
          </div>
        </dl>
        <SelectedServices />
      </Ticket>
    </section>
  )
}

function isReviewed({ ticket, reviewed }: FieldSpec): boolean {
  return Boolean(ticket || reviewed)
}

function SelectedServices() {
  const { hookForm } = useActionFormContext()
  const services = chosenServices(useFormValues())
  if (services.length === 0) return null
  return (
    <div className="mt-4">
      <h4 className="font-normal text-muted-foreground text-sm">
        {fieldOf(bookingForm, 'interestedServices').label}
      </h4>
      <ul className="mt-2 flex flex-wrap gap-2">
        {services.map(({ value, label }) => (
          <li
            key={value}
            className="flex items-center rounded-full border border-water pl-3 text-sm text-water"
          >
            <span>{label}</span>
            <button
              type="button"
              aria-label={demoTicket.remove(label)}
              onClick={({ currentTarget }) => {
                focusNeighbor(currentTarget)
                const selected = hookForm.getValues('interestedServices') ?? []
                const others = selected.filter((slug) => slug !== value)
                hookForm.setValue('interestedServices', others)
              }}
              className="grid size-11 flex-none place-items-center sm:size-8"
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The next badge's button takes the focus, or the one before it, or the heading of the step. */
function focusNeighbor(button: HTMLElement) {
  const badge = button.closest('li')
  const neighbor = badge?.nextElementSibling ?? badge?.previousElementSibling
  const target = neighbor?.querySelector('button') ?? document.getElementById(`step-${lastStep}`)
  target?.focus({ preventScroll: true })
}

/** On phones, where there is no live ticket. Several names would not fit on a line: the review lists them. */
export function Services() {
  const services = chosenServices(useFormValues())
  const text = services.length > 1 ? demoTicket.serviceCount(services.length) : services[0]?.label
  return text && <span>{`${demoTicket.rows.services}: ${text}`}</span>
}

export const LiveTicket = memo(function LiveTicket() {
  return <DemoTicket values={useFormValues()} />
})

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

/**
 * Restores a stored draft and returns its step.
 * `?services=` in the address selects services. It is removed from the address before steps get entries in the history, so
 * that no reload selects a service again that the visitor has removed: the draft has the services.
 */
export function restoreBooking(
  hookForm: UseFormReturn<FormEntries>,
  stored: string | null,
): number {
  const step = restoreDraft(bookingForm, hookForm, stored)
  const address = new URL(location.href)
  const services = servicesIn(address.search)
  if (services.length > 0) hookForm.setValue('interestedServices', services)
  address.searchParams.delete('services')
  history.replaceState({ steps: history.state?.steps }, '', address)
  return Math.min(Math.max(1, step), lastStep)
}
