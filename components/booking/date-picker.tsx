import { useRef, useState } from 'react'
import { useField } from '@/components/forms/text-field'
import { useFormValues, useLeadFormContext } from '@/components/forms/use-lead-form'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { calendarWords } from '@/lib/content/calendar'
import { formatLongDate, isIsoDate } from '@/lib/dates'
import { firstBookableDay } from '@/lib/pacific'
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
      <input {...input} type="date" min={firstBookableDay(new Date())} hidden />
      <button
        {...aria}
        type="button"
        popoverTarget="calendar"
        aria-haspopup="dialog"
        aria-labelledby={`${aria.id}-label ${aria.id}`}
        className="field flex items-center gap-3 text-left"
      >
        <Icon path="M4 5.5h16V20H4zM4 10h16M8.5 3v4.5M15.5 3v4.5" />
        {isIsoDate(day) ? formatLongDate(day) : calendarWords.pickDate}
      </button>
      <div
        ref={popover}
        id="calendar"
        popover="auto"
        role="dialog"
        aria-label={calendarWords.pickDate}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="m-auto rounded-field border bg-ticket p-2.5 text-ink shadow-lift [position-area:bottom_span-right] [position-try-fallbacks:flip-block] supports-[position-area:bottom]:mx-0 supports-[position-area:bottom]:my-2 sm:p-4"
      >
        {open && <Calendar selected={day} onChoose={choose} />}
      </div>
    </Field>
  )
}

/** The picker replaces the native date input, so it waits until that no longer has the focus. */
export async function untilDateInputIsLeft() {
  const focused = document.activeElement?.closest('[type=date]')
  if (focused) await new Promise((leave) => focused.addEventListener('blur', leave, { once: true }))
}
