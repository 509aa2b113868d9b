import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/utils'

/** A sheet of paper with a torn upper edge. Its shape is drawn in ticket.css. With a stamp it takes `pb-17`. */
export function Ticket({ className = '', ...props }: ComponentProps<'div'>) {
  return <div data-slot="ticket" className={`ticket ${className}`} {...props} />
}

export function TicketHead({
  as: Heading = 'p',
  number,
  children,
}: {
  as?: 'p' | 'h2' | 'h3'
  number?: string
  children: ReactNode
}) {
  return (
    <Heading className="flex flex-wrap items-baseline justify-between gap-x-4 font-bold leading-snug">
      <span>{children}</span>
      {number && <span className="font-medium text-muted-foreground tabular">{number}</span>}
    </Heading>
  )
}

export function TicketRows({ className, ...props }: ComponentProps<'dl'>) {
  return <dl className={cn('ticket-rows', className)} {...props} />
}

export function TicketRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <TicketLabel>{label}</TicketLabel>
      <dd>{children}</dd>
    </div>
  )
}

export function TicketLabel({ children }: { children: string }) {
  return (
    <dt>
      <span>{children}</span>
      {/* Otherwise a screen reader joins it to the value, which is on the same line. */}
      <span className="sr-only">: </span>
    </dt>
  )
}

export function TicketStamp({ className = '', ...props }: ComponentProps<'p'>) {
  return <p className={`stamp ${className}`} {...props} />
}
