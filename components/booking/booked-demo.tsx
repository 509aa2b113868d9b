'use client'

import { useSyncExternalStore } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Printer, printed } from '@/components/ui/printer'
import { Ticket, TicketHead, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { Untranslated } from '@/components/ui/untranslated'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { thankYou } from '@/lib/content/thank-you'
import { bookedTicket } from '@/lib/content/tickets'
import { googleCalendarUrl, icsUrl } from '@/lib/dates/calendar-links'
import { formatInVisitorZone, formatLongDate, pacificTime, parseTimestamp } from '@/lib/dates/dates'
import { bookedDemo } from '@/lib/forms/client/booked-demo'

/** The booked demo as a ticket. The server does not know it: its values come from sessionStorage after hydration. */
export function BookedTicket({ fields }: { fields: { name: string; label: string }[] }) {
  const hydrated = useHydrated()
  const slot = parseTimestamp(useStored(bookedDemo.start))
  const localTime = slot && formatInVisitorZone(slot.start)
  const { rows, labels } = bookedTicket
  const { preferredDate: day, preferredTime: time } = labels
  // Without scripts, the server has come here from a booking.
  const unknown = hydrated ? bookedTicket.notBooked : bookedTicket.unknown
  return (
    <Printer className="md:mx-2">
      <Ticket
        className={`flex min-h-144 flex-col pb-17 [--label:clamp(4.6rem,23vw,6.8rem)] lg:min-h-117 ${printed}`}
      >
        <TicketHead as="h2">{bookedTicket.title}</TicketHead>
        <TicketRows className={hydrated ? undefined : blank}>
          {slot && fields.map((field) => <StoredRow key={field.name} {...field} />)}
          <TicketRow label={day}>{slot ? formatLongDate(slot.day) : unknown.day}</TicketRow>
          <TicketRow label={time}>
            {slot ? bookedTicket.pacificTime(pacificTime(slot.start)) : unknown.time}
          </TicketRow>
          {localTime && <TicketRow label={rows.localTime}>{localTime}</TicketRow>}
          <TicketRow label={rows.length}>{bookedTicket.length}</TicketRow>
          <TicketRow label={rows.cost}>
            <span className="text-primary">{bookedTicket.cost}</span>
          </TicketRow>
        </TicketRows>
        {!slot && <p className="mt-4 text-muted-foreground">{unknown.note}</p>}
        {/* Blank rows, down to the end of the paper. */}
        {hydrated && !slot && (
          <div className="mt-2 grow bg-[repeating-linear-gradient(transparent_0_calc(2.4rem-1px),var(--border)_0_2.4rem)]" />
        )}
        {slot && (
          <TicketStamp className="motion-safe:animate-[stamp-lands_var(--time-land)_var(--ease-land)_700ms_both]">
            {bookedTicket.stamp}
          </TicketStamp>
        )}
      </Ticket>
    </Printer>
  )
}

/** Until hydration, so that nothing moves later. The rows show after three seconds, in case the scripts do not arrive. */
const blank = '[@media(scripting:enabled)]:animate-[appears_1ms_3s_backwards]'

function StoredRow({ name, label }: { name: string; label: string }) {
  const text = useStored(() => bookedDemo.text(name))
  return (
    text && (
      <TicketRow label={label}>
        <Untranslated>{text}</Untranslated>
      </TicketRow>
    )
  )
}

/**
 * The heading of the page, or another one where this browser has booked no demo. Both take two lines of text, so that
 * nothing moves. Without scripts, the fragment of the address says whether the visitor has come here from a booking.
 */
export function ThanksHeading({
  booked,
  notBooked,
}: {
  booked: Words
  notBooked: Words & { link: string }
}) {
  const hydrated = useHydrated()
  const slot = parseTimestamp(useStored(bookedDemo.start))
  const isBooked = !hydrated || slot !== null
  return (
    <div className="md:self-end">
      {isBooked && (
        <div className="noscript:group-not-target/booked:hidden">
          <Heading id="thanks-title" {...booked} />
        </div>
      )}
      {!(hydrated && isBooked) && (
        <div data-not-booked hidden={!hydrated}>
          <Heading id={hydrated ? 'thanks-title' : undefined} {...notBooked} />
        </div>
      )}
    </div>
  )
}

type Words = { title: string; text: string; link?: string }

function Heading({ id, title, text, link }: Words & { id?: string }) {
  return (
    <>
      <h1 id={id} className="max-w-[14ch] text-head lg:text-hero">
        {title}
      </h1>
      <p className="mt-4 min-h-[2lh] text-muted-foreground text-lg">
        <span>{text}</span>
        {link && (
          <>
            {' '}
            <a href="/book-demo" className="font-semibold text-foreground underline">
              {link}
            </a>
          </>
        )}
      </p>
    </>
  )
}

/** Until hydration the link to Google has no dates. */
export function CalendarLinks({
  words,
  support,
}: {
  words: Pick<typeof thankYou, 'google' | 'ics'>
  /** How to reach us, for the calendar file. */
  support: string | null
}) {
  const start = useStored(bookedDemo.start)
  const phone = useStored(() => bookedDemo.text('phoneNumber'))
  const submissionId = useStored(bookedDemo.submissionId)
  const ics = icsUrl(start, { submissionId, phone, support, now: new Date() })
  return (
    <div className="flex min-h-28 flex-col items-start gap-2">
      <ButtonLink href={googleCalendarUrl(start)} target="_blank" rel="noopener noreferrer">
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

/** What the browser has stored. Read again when it shows a page that it has kept, because the demo can have been changed. */
export function useStored(read: () => string | null): string | null {
  return useSyncExternalStore(onPageShow, read, () => null)
}

function onPageShow(changed: () => void) {
  addEventListener('pageshow', changed)
  return () => removeEventListener('pageshow', changed)
}
