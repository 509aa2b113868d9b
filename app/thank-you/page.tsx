import { BookedTicket, CalendarLinks } from '@/components/booking/booked-ticket'
import { ChangeDemo } from '@/components/booking/change-demo'
import { contactCard } from '@/components/site/contact-card'
import { JsonLd } from '@/components/site/json-ld'
import { supportInText } from '@/components/site/support-contact'
import { ButtonLink } from '@/components/ui/button'
import { PipeList } from '@/components/ui/pipe-list'
import { callingHours, callsFrom } from '@/lib/content/calls'
import { thankYou } from '@/lib/content/thank-you'
import { ticketLabel } from '@/lib/content/tickets'
import { bookingForm } from '@/lib/forms/booking-form'
import { fieldsOf } from '@/lib/forms/fields'
import type { FieldName } from '@/lib/forms/forms'
import { pageMetadata } from '@/lib/page/seo'
import { supportEmail, supportPhone } from '@/lib/page/settings'

export const metadata = pageMetadata('/thank-you')

/** The day and the time stand on the ticket as one start. */
const ofStart: PropertyKey[] = ['preferredDate', 'preferredTime'] satisfies FieldName<'booking'>[]
const fields = fieldsOf(bookingForm)
  .filter(({ ticket, reviewed, name }) => (ticket || reviewed) && !ofStart.includes(name))
  .map(({ name, short, options }) => ({ name, label: ticketLabel({ name, short }), options }))

const calls = [callingHours, callsFrom].filter(Boolean)

export default function ThankYouPage() {
  const contacts = [supportEmail, supportPhone].filter(Boolean)
  return (
    <section className="overflow-clip py-8 md:py-16">
      <JsonLd path="/thank-you" />
      <div className="wrap grid grid-cols-1 gap-x-column gap-y-10 md:grid-cols-2 md:grid-rows-2">
        <div className="md:self-end">
          {/* So that it is the first that a screen reader says of the page. */}
          <h1
            id="thanks-title"
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form.
            autoFocus
            className="max-w-[14ch] text-head outline-none lg:text-hero"
          >
            {thankYou.title}
          </h1>
          <p className="mt-4 min-h-[2lh] text-lg text-muted-foreground">{thankYou.text}</p>
        </div>
        <div className="md:row-span-2">
          <BookedTicket fields={fields} />
        </div>
        <div className="md:col-start-1">
          <CalendarLinks
            words={{ google: thankYou.google, ics: thankYou.ics }}
            support={contacts.length > 0 ? thankYou.icsSupport(contacts) : null}
          />
          <ChangeDemo
            question={thankYou.question}
            link={thankYou.change}
            otherwise={
              <>
                <span>{thankYou.changeByCall}</span> {supportInText}
              </>
            }
          />
        </div>
      </div>
      <div className="wrap mt-12">
        <h2 className="text-subhead">{thankYou.nextTitle}</h2>
        <PipeList items={thankYou.next} ordered className="mt-12 md:mt-8" />
        {calls.length > 0 && (
          <div className="mt-12">
            {calls.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {contactCard}
          </div>
        )}
        <p className="mt-12 mb-6">
          <ButtonLink href="/" variant="outline">
            {thankYou.home}
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}
