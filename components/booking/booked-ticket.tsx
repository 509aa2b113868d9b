'use client'

import { ButtonLink } from '@/components/ui/button'
import { Printer, printed } from '@/components/ui/printer'
import { Ticket, TicketHead, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { useHydrated } from '@/components/ui/use-hydrated'
import { VerbatimText } from '@/components/ui/verbatim-text'
import { bookedNotice } from '@/lib/content/booked-notice'
import type { thankYou } from '@/lib/content/thank-you'
import { bookedTicket } from '@/lib/content/tickets'
import { googleCalendarUrl, icsUrl } from '@/lib/dates/calendar-links'
import { formatInVisitorZone, formatLongDate, parseTimestamp, timeInZone } from '@/lib/dates/dates'
import { thankYouDemo } from '@/lib/forms/client/booked-demo'
import { type FieldSpec, optionLabel } from '@/lib/forms/fields'
import { useStored } from './use-stored'

type TicketField = { name: string; label: string } & Pick<FieldSpec, 'options'>

/** The booked demo as a ticket. The server does not know it: its values come from the browser's storage after hydration. */
export function BookedTicket({ fields }: { fields: TicketField[] }) {
  const hydrated = useHydrated()
  const slot = parseTimestamp(useStored(thankYouDemo.start))
  const before = parseTimestamp(useStored(thankYouDemo.before))
  const localTime = slot && formatInVisitorZone(slot.start)
  const { rows, labels, unknown } = bookedTicket
  const { preferredDate: day, preferredTime: time } = labels
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
            {slot ? bookedTicket.timeInZone(timeInZone(slot.start)) : unknown.time}
          </TicketRow>
          {before && before.start.getTime() !== slot?.start.getTime() && (
            <TicketRow label={bookedTicket.before}>
              <span className="line-through">
                {bookedNotice.when(formatLongDate(before.day), timeInZone(before.start))}
              </span>
            </TicketRow>
          )}
          {localTime && <TicketRow label={rows.localTime}>{localTime}</TicketRow>}
          <TicketRow label={rows.length}>{bookedTicket.length}</TicketRow>
          <TicketRow label={rows.cost}>
            <span className="text-primary">{bookedTicket.cost}</span>
          </TicketRow>
        </TicketRows>
        {/* Not before it is known: those who book on a slow line or without scripts would read it, too. */}
        {hydrated && !slot && (
          <>
            <p className="mt-4 text-muted-foreground print:hidden">
              <span>{unknown.note}</span>{' '}
              <a href="/book-demo" className="font-semibold text-foreground underline">
                {unknown.link}
              </a>
            </p>
            <div className="mt-2 grow blank-lines" />
          </>
        )}
        {slot && (
          <TicketStamp className="motion-safe:animate-stamp-lands">
            {before ? bookedTicket.changedStamp : bookedTicket.stamp}
          </TicketStamp>
        )}
      </Ticket>
    </Printer>
  )
}

/** Until hydration, so that nothing moves later. The rows show after three seconds, in case the scripts do not arrive. */
const blank = '[@media(scripting:enabled)]:animate-appears'

function StoredRow({ name, label, options }: TicketField) {
  const entry = useStored(() => thankYouDemo.entry(name))
  return (
    entry && (
      <TicketRow label={label}>
        <VerbatimText>{optionLabel({ options }, entry)}</VerbatimText>
      </TicketRow>
    )
  )
}

/** The server does not know the dates, so the links are there once scripts have read them, and without scripts. */
export function CalendarLinks({
  words,
  support,
}: {
  words: Pick<typeof thankYou, 'google' | 'ics'>
  /** How to reach us, for the calendar file. */
  support: string | null
}) {
  const hydrated = useHydrated()
  const start = useStored(thankYouDemo.start)
  const phone = useStored(() => thankYouDemo.entry('phoneNumber'))
  const thread = useStored(() => thankYouDemo.entry('thread'))
  const ics = icsUrl(start, { thread, phone, support, now: new Date() })
  const google = (
    <ButtonLink
      variant={ics ? undefined : 'outline'}
      href={googleCalendarUrl(start)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {words.google}
    </ButtonLink>
  )
  return (
    <div className="flex min-h-28 flex-col items-start gap-2">
      {hydrated ? google : <noscript>{google}</noscript>}
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
