import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { callExample, closingCta } from '@/lib/content/landing'

/** Beside the text lies the next ticket of the example call, mostly blank, but not on phones. The pipe ends at the button. */
export function ClosingCta() {
  const [problem, , appointment] = callExample.rows
  return (
    <section
      aria-labelledby="last-call"
      className="bg-deep text-deep-foreground max-md:overflow-clip"
    >
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
        <Ticket className="mx-2 rotate-2 max-sm:hidden">
          <TicketHead number={closingCta.number}>{callExample.ticket}</TicketHead>
          <TicketRows>
            <TicketRow label={problem.label}>{closingCta.problem}</TicketRow>
            <TicketRow label={appointment.label}>{closingCta.appointment}</TicketRow>
          </TicketRows>
          <div className="mt-2 h-29 blank-lines" />
        </Ticket>
      </div>
    </section>
  )
}
