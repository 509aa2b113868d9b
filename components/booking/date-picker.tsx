import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useField } from '@/components/forms/text-field'
import { useFormValues, useLeadFormContext } from '@/components/forms/use-lead-form'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { calendarWords } from '@/lib/content/calendar'
import { formatLongDate, isIsoDate } from '@/lib/dates'
import { firstBookableDay } from '@/lib/pacific'
import { Calendar } from './calendar'

/**
 * A button that opens a calendar, and the hidden date input that the calendar fills in. Agents fill in the input. On
 * phones the calendar is part of the page, below its button; on wider screens it covers what is below.
 */
export function DatePicker({ name }: { name: string }) {
  const [open, setOpen] = useState(false)
  // The panel is painted first, because the calendar takes longer than a frame.
  const showsCalendar = useDeferredValue(open)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { form } = useLeadFormContext()
  const { field, error, aria, input } = useField(name)
  const day = String(useFormValues()[name] ?? '')

  useEffect(() => {
    if (!open) return
    const closeIfOutside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    for (const type of closingEvents) document.addEventListener(type, closeIfOutside)
    return () => {
      for (const type of closingEvents) document.removeEventListener(type, closeIfOutside)
    }
  }, [open])

  function close() {
    // The calendar takes the focus in an effect, which can run later than this. It cannot once it is removed.
    flushSync(() => setOpen(false))
    opener.current?.focus({ preventScroll: true })
  }

  function choose(chosen: string) {
    form.setValue(name, chosen, { shouldTouch: true, shouldValidate: true })
    close()
  }

  return (
    <Field id={aria.id} label={field.label} error={error}>
      <input {...input} type="date" min={firstBookableDay(new Date())} hidden />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the calendar wherever the focus is in it. */}
      <div
        ref={root}
        className="relative"
        onKeyDown={({ key }) => {
          if (open && key === 'Escape') close()
        }}
      >
        <button
          {...aria}
          ref={opener}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? calendarId : undefined}
          aria-labelledby={`${aria.id}-label ${aria.id}`}
          onClick={() => setOpen(!open)}
          className="field flex items-center gap-3 text-balance text-left max-2xs:*:[svg]:hidden"
        >
          <Icon path="M4 5.5h16V20H4zM4 10h16M8.5 3v4.5M15.5 3v4.5" />
          <span>{isIsoDate(day) ? formatLongDate(day) : calendarWords.pickDate}</span>
        </button>
        {open && (
          <div
            ref={scrollIntoView}
            id={calendarId}
            role="dialog"
            aria-label={calendarWords.pickDate}
            className="mt-2 min-h-80 w-fit rounded-field border bg-ticket p-[2.5vw] sm:absolute sm:z-1 sm:p-4 sm:shadow-lift"
          >
            {showsCalendar && <Calendar selected={day} onChoose={choose} />}
          </div>
        )}
      </div>
    </Field>
  )
}

const calendarId = 'calendar'

/** One of these outside of the picker closes the calendar. */
const closingEvents = ['pointerdown', 'focusin'] as const

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

/** The picker replaces the native date input, so it waits until that no longer has the focus. */
export async function untilDateInputIsLeft() {
  const focused = document.activeElement?.closest('[type=date]')
  if (focused) await new Promise((leave) => focused.addEventListener('blur', leave, { once: true }))
}
