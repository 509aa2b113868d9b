'use client'

import { bookedDemo } from '@/lib/forms/client/booked-demo'
import { startChange } from '@/lib/forms/client/change-booking'
import { type KeptBooking, keptBooking } from '@/lib/forms/client/kept-booking'
import { useStored } from './booked-demo'

/** What was given, so that the visitor sees a mistake, and a link that changes it. Only in the browser that has booked. */
export function ChangeDemo({
  rows,
  link,
}: {
  rows: { name: string; label: string }[]
  link: { text: string; href: string }
}) {
  const booking: KeptBooking | null = JSON.parse(
    useStored(() => JSON.stringify(keptBooking())) ?? 'null',
  )
  const start = useStored(bookedDemo.start)
  if (booking?.start !== start || !booking) return null
  return (
    <div>
      <dl className="ticket-rows">
        {rows.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd translate="no">{booking.entries[name]}</dd>
          </div>
        ))}
      </dl>
      <a
        href={link.href}
        onClick={startChange}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {link.text}
      </a>
    </div>
  )
}
