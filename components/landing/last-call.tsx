import { ButtonLink } from '@/components/ui/button'
import { Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { lastCall, scene } from '@/lib/content/landing'

/** The next ticket of the roll, still blank. */
export function LastCall() {
  return (
    <section aria-labelledby="last-call" className="overflow-clip bg-deep text-on-deep">
      <div className="last-call wrap">
        <div>
          <h2 id="last-call" className="max-w-[16ch] text-head">
            {lastCall.title}
          </h2>
          <p className="mt-4 mb-8 max-w-[44ch] text-lead text-on-deep-2">{lastCall.text}</p>
          <ButtonLink href="/book-demo">{lastCall.action}</ButtonLink>
        </div>
        <div aria-hidden="true" className="hidden rotate-2 md:block">
          <Ticket>
            <TicketHead number={lastCall.number}>{scene.ticket}</TicketHead>
            <TicketRows>
              {scene.rows.map(({ label }, index) => (
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
