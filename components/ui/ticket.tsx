import type { ComponentProps, ReactNode } from 'react'

/** A sheet of paper with a torn upper edge. Its shape is drawn in ticket.css. With a stamp it takes `pb-17`. */
export function Ticket({ className = '', ...props }: ComponentProps<'div'>) {
  return <div data-slot="ticket" className={`ticket ${className}`} {...props} />
}

/** A slot in what stands above it, from which a ticket is printed. */
export function Printer({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`printer ${className}`}>
      <div>{children}</div>
    </div>
  )
}

/** The class of a ticket that is printed when it appears. */
export const printed = 'motion-safe:animate-[prints_700ms_steps(9,end)_both]'

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
    <Heading className="flex flex-wrap items-baseline justify-between gap-x-4 font-bold leading-[1.3] tracking-[-0.01em]">
      <span>{children}</span>
      {number && <span className="font-medium text-muted-foreground tabular">{number}</span>}
    </Heading>
  )
}

/**
 * Rows that are still `waiting` for data from the browser are blank, so that nothing moves later. They show after three
 * seconds, in case the scripts do not arrive.
 */
export function TicketRows({ waiting, children }: { waiting?: boolean; children: ReactNode }) {
  return <dl className={waiting ? `ticket-rows ${blank}` : 'ticket-rows'}>{children}</dl>
}

const blank = '[@media(scripting:enabled)]:animate-[appears_1ms_3s_backwards]'

export function TicketRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function TicketStamp({ className = '', ...props }: ComponentProps<'p'>) {
  return <p className={`stamp ${className}`} {...props} />
}
