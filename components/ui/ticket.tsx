import type { ComponentProps, ReactNode } from 'react'

/** A slip of paper with a torn edge: something one holds. */
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
    <Heading className="ticket-head">
      {children}
      {number && <span>{number}</span>}
    </Heading>
  )
}

/** Rows that wait for what only the browser knows stay blank for a moment, rather than move when it comes. */
export function TicketRows({ waiting, children }: { waiting?: boolean; children: ReactNode }) {
  return <dl className={waiting ? 'ticket-rows ticket-waiting' : 'ticket-rows'}>{children}</dl>
}

export function TicketRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function TicketStamp({ children }: { children: ReactNode }) {
  return <p className="stamp">{children}</p>
}
