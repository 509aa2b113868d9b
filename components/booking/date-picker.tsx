import { lazy, Suspense, useRef, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatLongDate, isIsoDate } from '@/lib/dates'
import { type StepProps, useField, useFormValues } from './fields'

const loadCalendar = () => import('./calendar').catch(() => ({ default: PlainDate }))
const Calendar = lazy(loadCalendar)

/** A native date field that, once scripts run, is filled through a calendar popover. Agents still fill the field. */
export function DatePicker(props: StepProps) {
  const enhanced = useHydrated()
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { form, words } = props
  const { control, error } = useField(props, 'preferredDate')
  const { preferredDate: day = '' } = useFormValues(form)

  function choose(chosen: string) {
    form.setValue('preferredDate', chosen, { shouldTouch: true, shouldValidate: true })
    popover.current?.hidePopover?.()
  }

  return (
    <Field id="preferredDate" label={words.labels.preferredDate} error={error}>
      {(field) =>
        enhanced ? (
          <>
            <input {...control} type="date" required hidden />
            <button
              {...field}
              type="button"
              popoverTarget="calendar"
              aria-haspopup="dialog"
              aria-labelledby="preferredDate-label preferredDate"
              onPointerEnter={loadCalendar}
              onFocus={loadCalendar}
              className="field flex items-center gap-3 text-left"
            >
              <Icon name="calendar" />
              {isIsoDate(day) ? formatLongDate(day) : words.pickDate}
            </button>
            <div
              ref={popover}
              id="calendar"
              popover="auto"
              role="dialog"
              aria-label={words.pickDate}
              onToggle={(event) => setOpen(event.newState === 'open')}
              className="calendar-sheet popover-below"
            >
              {open && (
                <Suspense fallback={<div className="h-86 w-77" />}>
                  <Calendar selected={day} onChoose={choose} />
                </Suspense>
              )}
            </div>
          </>
        ) : (
          <input {...field} {...control} type="date" required />
        )
      }
    </Field>
  )
}

/** In place of a calendar that did not arrive. */
function PlainDate({ selected, onChoose }: { selected?: string; onChoose(day: string): void }) {
  return (
    <input
      type="date"
      aria-labelledby="preferredDate-label"
      defaultValue={selected}
      // A year that is being typed is a short one.
      onChange={({ target: { value } }) => value >= '2000' && onChoose(value)}
      className="field"
    />
  )
}
