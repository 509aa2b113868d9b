import { startOfWeek } from 'date-fns/startOfWeek'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Modifiers } from 'react-day-picker'
import { flushSync } from 'react-dom'
import { FormField } from '@/components/forms/form-field'
import { useField } from '@/components/forms/text-field'
import { useActionFormContext } from '@/components/forms/use-action-form'
import { useFormValues } from '@/components/forms/use-form-values'
import { Calendar } from '@/components/ui/calendar'
import { Icon } from '@/components/ui/icon'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { afterNextPaint } from '@/lib/after-next-paint'
import { calendarWords } from '@/lib/content/calendar'
import { bookableRange, isBookable, isClosed, isMonthEnding } from '@/lib/dates/bookable-days'
import { formatLongDate, isIsoDate, toIsoDate, toLocalDate } from '@/lib/dates/dates'
import { dayInZone } from '@/lib/dates/days'
import type { FieldName } from '@/lib/forms/forms'

/** A button that opens a calendar, and the hidden date input that the calendar fills in. Agents fill in the input. */
export function DatePicker({ name }: { name: FieldName<'booking'> }) {
  const [open, setOpen] = useState(false)
  // The panel is painted first, because the calendar takes longer than a frame.
  const showsCalendar = useDeferredValue(open)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { hookForm } = useActionFormContext()
  const { field, error, aria, input } = useField(name)
  const day = useFormValues((values) => String(values[name] ?? ''))
  const { first, last } = bookableRange(new Date())

  function close() {
    // The calendar takes the focus in an effect, which can run later than this. It cannot once it is removed.
    flushSync(() => setOpen(false))
    opener.current?.focus({ preventScroll: true })
  }

  function closeIfOutside({ target }: Event) {
    if (open && !root.current?.contains(target as Node)) setOpen(false)
  }
  useWindowEvent('pointerdown', closeIfOutside)
  useWindowEvent('focusin', closeIfOutside)

  function choose(chosen: string) {
    hookForm.setValue(name, chosen, { shouldTouch: true })
    close()
    // Later, because validation takes longer than a frame.
    afterNextPaint(() => hookForm.trigger(name))
  }

  return (
    <FormField id={aria.id} field={field} error={error}>
      <input {...input} type="date" min={first} max={last} hidden />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever the focus is in it. */}
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
          // Not its own id: some screen readers would say the label twice.
          aria-labelledby={`${aria.id}-label ${aria.id}-value`}
          onClick={() => setOpen(!open)}
          className="input flex items-center gap-3 text-balance text-left"
        >
          <span className="max-2xs:hidden">
            <Icon path="M4 5.5h16V20H4zM4 10h16M8.5 3v4.5M15.5 3v4.5" />
          </span>
          <span id={`${aria.id}-value`}>
            {isIsoDate(day) ? formatLongDate(day) : calendarWords.pickDate}
          </span>
        </button>
        {open && (
          <div
            id={calendarId}
            role="dialog"
            aria-label={calendarWords.pickDate}
            // A press beside its controls would otherwise focus the page, which is outside.
            tabIndex={-1}
            // A press would move the focus, so the calendar would render again before the click.
            onMouseDown={(event) => event.preventDefault()}
            // Room below it for a sixth week, so that the page need not move when the month changes.
            className="mt-2 min-h-[320px] w-full scroll-mb-12 rounded-lg border bg-popover p-[2.5vw] outline-none sm:absolute sm:z-1 sm:min-w-[342px] sm:p-4 sm:shadow-lift"
          >
            {showsCalendar && <BookableDays selected={day} onChoose={choose} />}
          </div>
        )}
      </div>
    </FormField>
  )
}

const calendarId = 'calendar'

function BookableDays({
  selected,
  onChoose,
}: {
  selected: string
  onChoose: (day: string) => void
}) {
  const now = new Date()
  const range = bookableRange(now)
  const [first, last] = [toLocalDate(range.first), toLocalDate(range.last)]
  const chosen = isIsoDate(selected) ? toLocalDate(selected) : undefined
  const [month, setMonth] = useState(chosen ?? first)
  // Late in a month, the days of the next one are in the same grid.
  const isFirst = toIsoDate(month).slice(0, 7) === range.first.slice(0, 7)
  const showsNextMonth = isFirst && isMonthEnding(range.first)
  useEffect(() => {
    document.getElementById(calendarId)?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Calendar
      mode="single"
      required
      autoFocus
      numberOfMonths={1}
      today={toLocalDate(dayInZone(now))}
      startMonth={first}
      endMonth={last}
      month={month}
      onMonthChange={setMonth}
      showOutsideDays={showsNextMonth}
      fixedWeeks={showsNextMonth}
      // A row of hidden days has no height.
      hidden={{ before: startOfWeek(first) }}
      formatters={showsNextMonth ? { formatDay: dayWithMonth } : undefined}
      disabled={[{ before: first, after: last }, (date) => isClosed(toIsoDate(date))]}
      selected={isBookable(selected, now) ? chosen : undefined}
      onSelect={(date) => onChoose(toIsoDate(date))}
      labels={{ labelDayButton: dayLabel, labelNav: () => calendarWords.months }}
    />
  )
}

/** The first day of a month has its name: `Dec 1`. */
function dayWithMonth(date: Date) {
  const month = date.getDate() === 1 ? 'short' : undefined
  return date.toLocaleDateString('en-US', { month, day: 'numeric' })
}

function dayLabel(date: Date, { today, selected }: Modifiers) {
  const words = [
    today && calendarWords.today,
    formatLongDate(toIsoDate(date)),
    selected && calendarWords.selected,
  ]
  return words.filter(Boolean).join(', ')
}

/** The picker replaces the native date input, so it waits until that no longer has the focus. */
export async function untilDateInputIsLeft() {
  const focused = document.activeElement?.closest('[type=date]')
  if (focused) await new Promise((leave) => focused.addEventListener('blur', leave, { once: true }))
}
