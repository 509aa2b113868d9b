import { useEffect, useState } from 'react'
import { useActionFormContext } from '@/components/forms/use-action-form'
import { supportInText } from '@/components/site/support-contact'
import { ButtonLink } from '@/components/ui/button'
import { keptDemo } from '@/lib/content/enhancements'
import { isBookable } from '@/lib/dates/bookable-days'
import { formatLongDate, pacificTime, parseTimestamp } from '@/lib/dates/dates'
import { bookingForm } from '@/lib/forms/booking-form'
import { startChange } from '@/lib/forms/client/change-booking'
import { forgetBooking, keptBooking } from '@/lib/forms/client/kept-booking'
import { removeDraft } from '@/lib/forms/client/session-storage'

const { kind, page } = bookingForm

/**
 * The demo that this browser has booked. It takes the place of the form (`data-kept`), so that Back does not book a second
 * one, or stands above a form that changes it. Its links open the page again, with a draft or without.
 */
export function KeptDemo() {
  const { hookForm, returned } = useActionFormContext()
  const slot = parseTimestamp(useKeptStart())
  // After a rejected native post, the page shows its errors.
  if (!slot || returned) return null
  const when = keptDemo.when(formatLongDate(slot.day), pacificTime(slot.start))
  const dayPassed = !isBookable(slot.day, new Date()) && (
    <p className="mt-3">
      <span>{keptDemo.dayPassed}</span> {supportInText}
    </p>
  )
  if (hookForm.getValues('replaces'))
    return (
      <div>
        <p>{keptDemo.changes(when)}</p>
        {dayPassed}
        <a
          href={page}
          onClick={() => removeDraft(kind)}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          {keptDemo.keep}
        </a>
      </div>
    )
  return (
    <section data-kept="" aria-labelledby="kept-title" className="ticket max-w-xl">
      <h2 id="kept-title" tabIndex={-1} className="text-title outline-none">
        {keptDemo.title}
      </h2>
      <p className="mt-3 text-lg">{when}</p>
      {dayPassed}
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={page} onClick={startChange}>
          {keptDemo.change}
        </ButtonLink>
        <ButtonLink
          href={page}
          variant="outline"
          onClick={() => {
            forgetBooking()
            removeDraft(kind)
          }}
        >
          {keptDemo.another}
        </ButtonLink>
      </p>
    </section>
  )
}

const readStart = () => keptBooking()?.start ?? null

/** Read again when the browser shows a page that it has kept. */
function useKeptStart(): string | null {
  const [start, setStart] = useState(readStart)
  useEffect(() => {
    const update = () => setStart(readStart())
    addEventListener('pageshow', update)
    return () => removeEventListener('pageshow', update)
  }, [])
  return start
}
