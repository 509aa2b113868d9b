import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { callExample, closingCta } from '@/lib/content/landing'

/** Beside the text stands the ticket of the example call again, with the next number and still blank. */
export function ClosingCta() {
  return (
    <section aria-labelledby="last-call" className="overflow-clip bg-deep text-deep-foreground">
      <div className="wrap grid grid-cols-1 items-center gap-x-column py-section md:grid-cols-[3fr_2fr]">
        <div>
          <h2 id="last-call" className="max-w-[16ch] text-head">
            {closingCta.title}
          </h2>
          <p className="mt-4 mb-8 max-w-[44ch] text-lg text-deep-muted-foreground">
            {closingCta.text}
          </p>
          <ButtonLink href="/book-demo">{closingCta.action}</ButtonLink>
        </div>
        <div aria-hidden="true" className="mx-2 hidden rotate-2 md:block">
          <Ticket>
            <TicketHead number={closingCta.number}>{callExample.ticket}</TicketHead>
            <TicketRows>
              {callExample.rows.map(({ label }, index) => (
                <TicketRow key={index} label={label}>
                  {' '}
                </TicketRow>
              ))}
            </TicketRows>
          </Ticket>
        </div>
      </div>
    </section>
  )
}
