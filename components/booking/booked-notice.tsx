import { useActionFormContext } from '@/components/forms/use-action-form'
import { supportInText } from '@/components/site/support-contact'
import { ButtonLink } from '@/components/ui/button'
import { bookedNotice } from '@/lib/content/booked-notice'
import { isBookable } from '@/lib/dates/bookable-days'
import { formatLongDate, parseTimestamp, timeInZone } from '@/lib/dates/dates'
import { bookingForm } from '@/lib/forms/booking-form'
import { changeAddress, isChange } from '@/lib/forms/client/booked-demo'
import { readBookedDemo, removeBookedDemo, removeDraft } from '@/lib/forms/client/storage'
import { useStored } from './use-stored'

const { kind, page } = bookingForm

/**
 * The demo that this browser has booked. It takes the place of the form (`data-booked`), so that Back does not book a second
 * one, or stands above a form that changes it. Its links open the page again, with a draft or without.
 */
export function BookedNotice() {
  const { hookForm, returned } = useActionFormContext()
  const slot = parseTimestamp(useStored(() => readBookedDemo()?.start ?? null))
  // After a refused native post, the page shows its errors.
  if (!slot || returned) return null
  const when = bookedNotice.when(formatLongDate(slot.day), timeInZone(slot.start))
  const dayPassed = !isBookable(slot.day, new Date()) && (
    <p className="mt-3">
      <span>{bookedNotice.dayPassed}</span> {supportInText}
    </p>
  )
  if (isChange(hookForm.getValues()))
    return (
      <div>
        <p>{bookedNotice.changes(when)}</p>
        {dayPassed}
        <a
          href={page}
          onClick={() => removeDraft(kind)}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          {bookedNotice.keep}
        </a>
      </div>
    )
  return (
    <section data-booked="" aria-labelledby="booked-title" className="ticket max-w-xl">
      <h2 id="booked-title" tabIndex={-1} className="text-subhead outline-none">
        {bookedNotice.title}
      </h2>
      <p className="mt-3 text-lg">{when}</p>
      {dayPassed}
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={changeAddress}>{bookedNotice.change}</ButtonLink>
        <ButtonLink
          href={page}
          variant="outline"
          onClick={() => {
            removeBookedDemo()
            removeDraft(kind)
          }}
        >
          {bookedNotice.another}
        </ButtonLink>
      </p>
    </section>
  )
}
