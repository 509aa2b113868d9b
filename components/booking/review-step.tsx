import { Field } from '@/components/ui/field'
import { Ticket, TicketHead } from '@/components/ui/ticket'
import { booking, fieldLabels, services } from '@/lib/content'
import { describeDay, isDay } from '@/lib/day'
import { limits } from '@/lib/leads/limits'
import { Elsewhere } from './elsewhere'
import { type FieldName, type StepProps, wire } from './fields'

const rows: Exclude<FieldName, 'challenges'>[] = [
  'fullName',
  'email',
  'phoneNumber',
  'businessName',
  'preferredDate',
  'preferredTime',
]

/** Everything else a visitor may have got wrong shows up here only when it is wrong. */
const hiddenRows: Exclude<FieldName, 'challenges'>[] = [
  'businessDescription',
  'website',
  'customChallenge',
  'currentTools',
]

export function ReviewStep({
  interests,
  onChange,
  ...props
}: StepProps & { interests: string[]; onChange: (name: FieldName) => void }) {
  const { form } = props
  const values = form.watch()
  const errors = form.formState.errors
  const shown = [...rows, ...hiddenRows.filter((name) => errors[name])]
  const notes = wire(props, 'additionalNotes')
  const chosenServices = services.filter(({ slug }) => interests.includes(slug))
  return (
    <>
      <section aria-label={booking.summary} className="noscript:hidden">
        <Ticket>
          <TicketHead as="h3">{booking.summary}</TicketHead>
          <dl className="ticket-rows ticket-edit">
            {shown.map((name) => (
              <div key={name}>
                <dt>{fieldLabels[name]}</dt>
                <dd>
                  {display(name, values[name])}
                  {errors[name] && (
                    <span className="block text-small text-wrong">{errors[name].message}</span>
                  )}
                </dd>
                <dd>
                  <button
                    type="button"
                    onClick={() => onChange(name)}
                    className="-my-1 min-h-11 min-w-11 text-copper underline"
                  >
                    {booking.change}
                    <span className="sr-only"> {fieldLabels[name]}</span>
                  </button>
                </dd>
              </div>
            ))}
            <div>
              <dt>{booking.ticket.rows.cost}</dt>
              <dd className="py-1.5 text-copper">{booking.ticket.cost}</dd>
            </div>
          </dl>
          <div className="mt-4 empty:hidden">
            <Elsewhere values={values} />
          </div>
          {chosenServices.length > 0 && (
            <div className="mt-4">
              <h4 className="text-ink-2 text-small">{fieldLabels.interestedServices}</h4>
              <ul className="mt-1.5 flex flex-wrap gap-2">
                {chosenServices.map(({ slug, name }) => (
                  <li
                    key={slug}
                    className="rounded-full border border-water px-3 text-small text-water"
                  >
                    {name}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Ticket>
      </section>
      <Field
        id="additionalNotes"
        label={fieldLabels.additionalNotes}
        optional={booking.optional}
        error={notes.error}
        left={notes.left}
      >
        {(control) => (
          <textarea {...control} {...notes.control} maxLength={limits.notes} rows={4} />
        )}
      </Field>
      <section
        aria-labelledby="next-title"
        className="rounded-panel rounded-bl-paper bg-deep p-6 text-on-deep"
      >
        <h3 id="next-title" className="text-lead">
          {booking.whatHappensNext.title}
        </h3>
        <ol className="mt-2 list-inside list-decimal">
          {booking.whatHappensNext.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      </section>
    </>
  )
}

function display(name: FieldName, value: string | string[] | undefined): string {
  if (typeof value !== 'string' || value.trim() === '') return booking.empty
  return name === 'preferredDate' && isDay(value) ? describeDay(value) : value
}
