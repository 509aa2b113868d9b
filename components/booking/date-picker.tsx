import { lazy, Suspense, useRef, useState } from 'react'
import { useField } from '@/components/forms/text-field'
import { useFormValues, useLeadFormContext } from '@/components/forms/use-lead-form'
import { Field } from '@/components/ui/field'
import { CalendarIcon } from '@/components/ui/icon'
import { wizard } from '@/lib/content/booking'
import { formatLongDate, isIsoDate } from '@/lib/dates'

const loadCalendar = () => import('./calendar').catch(() => ({ default: NativeDateInput }))
const Calendar = lazy(loadCalendar)

/** A button with a calendar popover, and the hidden date input that it fills in. Agents fill in the input. */
export function DatePicker({ name }: { name: string }) {
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { form } = useLeadFormContext()
  const { field, error, aria, input } = useField(name)
  const day = String(useFormValues(form)[name] ?? '')

  function choose(chosen: string) {
    form.setValue(name, chosen, { shouldTouch: true, shouldValidate: true })
    popover.current?.hidePopover?.()
  }

  return (
    <Field id={aria.id} label={field.label} error={error}>
      <input {...input} type="date" hidden />
      <button
        {...aria}
        type="button"
        popoverTarget="calendar"
        aria-haspopup="dialog"
        aria-labelledby={`${aria.id}-label ${aria.id}`}
        onPointerEnter={loadCalendar}
        onFocus={loadCalendar}
        className="field flex items-center gap-3 text-left"
      >
        <CalendarIcon />
        {isIsoDate(day) ? formatLongDate(day) : wizard.pickDate}
      </button>
      <div
        ref={popover}
        id="calendar"
        popover="auto"
        role="dialog"
        aria-label={wizard.pickDate}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="calendar-sheet popover-below"
      >
        {open && (
          <Suspense fallback={<div className="h-86 w-77" />}>
            <Calendar selected={day} labelledBy={`${aria.id}-label`} onChoose={choose} />
          </Suspense>
        )}
      </div>
    </Field>
  )
}

export type CalendarProps = {
  selected: string
  labelledBy: string
  onChoose: (day: string) => void
}

/** Replaces the calendar if its script cannot be loaded. */
function NativeDateInput({ selected, labelledBy, onChoose }: CalendarProps) {
  return (
    <input
      type="date"
      aria-labelledby={labelledBy}
      defaultValue={selected}
      // While a year is typed, the value has a short one.
      onChange={({ target: { value } }) => value >= '2000' && onChoose(value)}
      className="field"
    />
  )
}
