import type { ReactNode } from 'react'
import { Ticket, TicketHead } from '@/components/ui/ticket'
import { demoTicket } from '@/lib/content/booking'
import { fieldLabels } from '@/lib/content/forms'
import { formatLongDate, isIsoDate } from '@/lib/dates'
import { type FieldName, type ReviewProps, useFormValues } from './fields'
import { LocalTimeNote } from './local-time-note'

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

/** All that was entered, with a way back to each. */
export function ReviewTicket({ form, interests, onChange }: ReviewProps): ReactNode {
  const values = useFormValues(form)
  const errors = form.formState.errors
  const shown = [...rows, ...hiddenRows.filter((name) => errors[name])]
  return (
    <section aria-label={demoTicket.review} className="noscript:hidden">
      <Ticket>
        <TicketHead as="h3">{demoTicket.review}</TicketHead>
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
                  {demoTicket.change}
                  <span className="sr-only"> {fieldLabels[name]}</span>
                </button>
              </dd>
            </div>
          ))}
          <div>
            <dt>{demoTicket.rows.cost}</dt>
            <dd className="py-1.5 text-copper">{demoTicket.cost}</dd>
          </div>
        </dl>
        <div className="mt-4 empty:hidden">
          <LocalTimeNote values={values} />
        </div>
        {interests.length > 0 && (
          <div className="mt-4">
            <h4 className="text-ink-2 text-small">{fieldLabels.interestedServices}</h4>
            <ul className="mt-1.5 flex flex-wrap gap-2">
              {interests.map(({ slug, name }) => (
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
  )
}

function display(name: FieldName, value: string | string[] | undefined): string {
  if (typeof value !== 'string' || value.trim() === '') return demoTicket.empty
  return name === 'preferredDate' && isIsoDate(value) ? formatLongDate(value) : value
}
