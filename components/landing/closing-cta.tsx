import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { callExample, closingCta } from '@/lib/content/landing'
import { LossRows, MonthlyLoss } from './losses'

/**
 * Beside the text lies the ticket of the example call again, with the next number and what the visitor's missed calls
 * cost. Not on phones, where it would only repeat the calculator. The pipe ends at the button (landing.css).
 */
export function ClosingCta() {
  const [problem, , appointment] = callExample.rows
  return (
    <section aria-labelledby="last-call" className="bg-deep text-deep-foreground">
      <div className="wrap grid grid-cols-1 items-center gap-x-column gap-y-8 py-section md:grid-cols-[3fr_minmax(20rem,2fr)]">
        <div>
          <h2 id="last-call" className="max-w-[18ch] text-head">
            {closingCta.title}
          </h2>
          <p className="mt-4 mb-8 max-w-[36ch] text-lg text-deep-muted-foreground">
            {closingCta.text}
          </p>
          <p className="pipe-end">
            <ButtonLink href="/book-demo">{closingCta.action}</ButtonLink>
          </p>
        </div>
        <Ticket className="mx-2 rotate-2 [--label:7.6rem] max-sm:hidden">
          <TicketHead number={closingCta.number}>{callExample.ticket}</TicketHead>
          <TicketRows>
            <TicketRow label={problem.label}>{closingCta.problem}</TicketRow>
            <LossRows />
            <TicketRow label={closingCta.month}>
              <span className="text-lg text-primary leading-none">
                <MonthlyLoss />
              </span>
            </TicketRow>
            <TicketRow label={appointment.label}>{closingCta.appointment}</TicketRow>
          </TicketRows>
          <p className="mt-4 text-muted-foreground text-sm">{closingCta.source}</p>
        </Ticket>
      </div>
    </section>
  )
}
