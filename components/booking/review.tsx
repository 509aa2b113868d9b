import { FieldQuestion } from '@/components/forms/field-question'
import { fieldError } from '@/components/forms/text-field'
import { useActionFormContext } from '@/components/forms/use-action-form'
import { useFormValues } from '@/components/forms/use-form-values'
import { CloseIcon } from '@/components/ui/icon'
import { Ticket, TicketHead, TicketLabel } from '@/components/ui/ticket'
import { VerbatimText } from '@/components/ui/verbatim-text'
import { demoTicket } from '@/lib/content/tickets'
import { bookingForm, lastStep } from '@/lib/forms/booking-form'
import { type FieldSpec, fieldOf, fieldsByStep } from '@/lib/forms/fields'
import type { FieldName } from '@/lib/forms/forms'
import { chosenServices, display, translateOf } from './demo-ticket'
import { LocalTimeNote } from './live-ticket'

export function Review({ onChange }: { onChange: (name: FieldName<'booking'>) => void }) {
  const { hookForm } = useActionFormContext()
  const values = useFormValues((all) => all)
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
            const { name, short } = field
            const text = display(field, String(values[name] ?? '').trim()) || demoTicket.empty
            return (
              <div key={name}>
                <TicketLabel>{short}</TicketLabel>
                <dd>
                  {translateOf(field) ? <VerbatimText>{text}</VerbatimText> : <span>{text}</span>}
                </dd>
                <dd className="review-note">
                  {name === 'preferredTime' && <LocalTimeNote />}
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
                    <span className="sr-only">{` ${short}`}</span>
                  </button>
                </dd>
              </div>
            )
          })}
          <div>
            <TicketLabel>{demoTicket.rows.cost}</TicketLabel>
            <dd className="text-primary">{demoTicket.cost}</dd>
          </div>
        </dl>
        <SelectedServices services={chosenServices(values)} />
      </Ticket>
    </section>
  )
}

function isReviewed({ ticket, reviewed }: FieldSpec): boolean {
  return Boolean(ticket || reviewed)
}

function SelectedServices({ services }: { services: ReturnType<typeof chosenServices> }) {
  const { hookForm } = useActionFormContext()
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

function focusNeighbor(button: HTMLElement) {
  const badge = button.closest('li')
  const neighbor = badge?.nextElementSibling ?? badge?.previousElementSibling
  const target = neighbor?.querySelector('button') ?? document.getElementById(`step-${lastStep}`)
  target?.focus({ preventScroll: true })
}
