import { useRef, useState } from 'react'
import { useField } from '@/components/forms/text-field'
import { useFormValues, useLeadFormContext } from '@/components/forms/use-lead-form'
import { Field } from '@/components/ui/field'
import { CalendarIcon } from '@/components/ui/icon'
import { wizard } from '@/lib/content/booking'
import { formatLongDate, isIsoDate } from '@/lib/dates'
import { Calendar } from './calendar'

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
        {open && <Calendar selected={day} onChoose={choose} />}
      </div>
    </Field>
  )
}
