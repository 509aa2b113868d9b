import { DayPicker, type Modifiers } from 'react-day-picker'
import { Icon } from '@/components/ui/icon'
import { calendarWords } from '@/lib/content/calendar'
import { formatLongDate, isIsoDate, todayInPacific, toIsoDate, toLocalDate } from '@/lib/dates'
import { firstBookableDay } from '@/lib/pacific'

/** 44 pixels, or less where seven cells would not fit the screen. A number of large text still fits its cell. */
const cell = 'grid size-[min(2.75rem,12vw)] place-items-center rounded-full text-[min(1rem,6.5vw)]'

/** Shows one month and takes one day. Days before the first bookable day are disabled. */
export function Calendar({
  selected,
  onChoose,
}: {
  selected: string
  onChoose: (day: string) => void
}) {
  const now = new Date()
  const first = toLocalDate(firstBookableDay(now))
  const chosen = isIsoDate(selected) ? toLocalDate(selected) : undefined
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      numberOfMonths={1}
      today={toLocalDate(todayInPacific(now))}
      startMonth={first}
      defaultMonth={chosen ?? first}
      disabled={{ before: first }}
      selected={chosen}
      onSelect={(date) => onChoose(toIsoDate(date))}
      components={{ Chevron }}
      labels={{ labelDayButton: dayLabel }}
      classNames={{
        root: 'relative',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: `${cell} aria-disabled:opacity-35`,
        button_next: cell,
        month_caption: 'grid h-11 place-items-center px-[12vw] text-center font-semibold sm:px-11',
        month_grid: 'mt-2 border-collapse',
        weekday: 'h-11 p-0 font-normal text-ink-2 text-small',
        day: 'p-0',
        day_button: `${cell} tabular-nums enabled:hover:bg-paper-2 disabled:text-ink-2 disabled:opacity-50`,
        today: 'font-bold',
        selected:
          '[&>button]:border-2 [&>button]:border-transparent [&>button]:bg-copper [&>button]:text-on-copper [&>button]:font-bold',
      }}
    />
  )
}

function Chevron({ orientation }: { orientation?: string }) {
  return <Icon path={orientation === 'left' ? 'M14.5 6l-6 6 6 6' : 'M9.5 6l6 6-6 6'} />
}

function dayLabel(date: Date, { today, selected }: Modifiers) {
  const words = [
    today && calendarWords.today,
    formatLongDate(toIsoDate(date)),
    selected && calendarWords.selected,
  ]
  return words.filter(Boolean).join(', ')
}
