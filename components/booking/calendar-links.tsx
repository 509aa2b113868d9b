'use client'

import { useSyncExternalStore } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { googleCalendarUrl, icsUrl } from '@/lib/calendar-links'
import { bookedDemo } from '@/lib/client/booked'
import type { thankYou } from '@/lib/content/booking'

const never = () => () => undefined

/** The links know the booked slot once the browser can be asked; until then Google's has no dates. */
export function CalendarLinks({ words }: { words: Pick<typeof thankYou, 'google' | 'ics'> }) {
  const stamp = useSyncExternalStore(never, bookedDemo.start, () => null)
  const ics = icsUrl(stamp, new Date())
  return (
    <div className="flex min-h-28 flex-col items-start gap-2">
      <ButtonLink href={googleCalendarUrl(stamp)} target="_blank" rel="noopener noreferrer">
        {words.google}
      </ButtonLink>
      {ics && (
        <a
          href={ics}
          download="demo.ics"
          className="flex min-h-11 items-center font-semibold underline"
        >
          {words.ics}
        </a>
      )}
    </div>
  )
}
