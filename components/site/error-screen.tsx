import type { ReactNode } from 'react'
import { supportContact } from '@/components/site/support-contact'
import { Ticket, TicketHead, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'

export function ErrorScreen({
  title,
  text,
  ticket,
  stamp,
  rows,
  children,
}: {
  title: string
  text: string
  ticket: string
  stamp: string
  rows: readonly { label: string; text: ReactNode }[]
  children: ReactNode
}) {
  return (
    <section className="overflow-clip">
      <div className="wrap grid grid-cols-1 items-center gap-x-column gap-y-8 py-section md:grid-cols-2">
        <div>
          <h1 className="wrap-anywhere text-head">{title}</h1>
          <p className="mt-4 mb-8 text-muted-foreground text-lg">{text}</p>
          <div className="flex flex-wrap gap-3">{children}</div>
          {supportContact}
        </div>
        {/* A layer of its own: WebKit leaves a hole in turned paper when the address appears. */}
        <Ticket className="mb-6 pb-17 will-change-transform md:mx-2 md:rotate-2">
          <TicketHead>{ticket}</TicketHead>
          <TicketRows>
            {rows.map((row) => (
              <TicketRow key={row.label} label={row.label}>
                {row.text}
              </TicketRow>
            ))}
          </TicketRows>
          <TicketStamp>{stamp}</TicketStamp>
        </Ticket>
      </div>
    </section>
  )
}
