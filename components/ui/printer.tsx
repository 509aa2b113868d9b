import type { ReactNode } from 'react'

/** A slot in what stands above it, from which a ticket is printed. Its shape is drawn in printer.css. */
export function Printer({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`printer ${className}`}>
      <div>{children}</div>
    </div>
  )
}

/** The class of a ticket that is printed when it appears. */
export const printed = 'motion-safe:animate-prints'
