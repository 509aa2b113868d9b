import type { ComponentProps } from 'react'
import { DayButton, DayPicker } from 'react-day-picker'
import { cn } from '@/lib/utils'
import { Icon } from './icon'

/** 44 pixels high, or less where seven cells would not fit the screen. A number of large text still fits its cell. */
const cell = 'grid h-cell place-items-center text-cell'
const arrow = `${cell} w-cell aria-disabled:opacity-35`

export function Calendar(props: ComponentProps<typeof DayPicker>) {
  return (
    <DayPicker
      data-slot="calendar"
      components={{ Chevron, DayButton: Day }}
      classNames={{
        root: 'relative',
        nav: 'absolute inset-x-0 top-0 flex h-11 items-center justify-between',
        button_previous: arrow,
        button_next: arrow,
        month_caption: 'grid h-11 place-items-center px-[12vw] text-center font-semibold sm:px-11',
        month_grid: 'mt-2 w-full table-fixed border-collapse',
        weekday: 'h-11 p-0 font-normal text-cell text-muted-foreground',
        day: 'p-0',
        day_button: `${cell} tabular w-full rounded-lg leading-none bg-clip-content enabled:font-bold disabled:text-muted-foreground`,
      }}
      {...props}
    />
  )
}

function Day({ className, ...props }: ComponentProps<typeof DayButton>) {
  const { today, selected } = props.modifiers
  return (
    <DayButton
      className={cn(className, today && 'underline', selected ? selectedDay : otherDay)}
      {...props}
    />
  )
}

const selectedDay = 'border-2 border-transparent bg-primary text-primary-foreground'
const otherDay = 'p-0.5 enabled:bg-border enabled:hover:bg-accent'

function Chevron({ orientation }: { orientation?: string }) {
  return <Icon path={orientation === 'left' ? 'M14.5 6l-6 6 6 6' : 'M9.5 6l6 6-6 6'} />
}
