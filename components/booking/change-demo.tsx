'use client'

import { bookedDemo } from '@/lib/forms/client/booked-demo'
import { startChange } from '@/lib/forms/client/change-booking'
import { keptBooking } from '@/lib/forms/client/kept-booking'
import { useStored } from './booked-demo'

/** A link that changes the demo of the ticket. Only in the browser that has booked it. */
export function ChangeDemo({
  question,
  link,
}: {
  question: string
  link: { text: string; href: string }
}) {
  const kept = useStored(() => keptBooking()?.start ?? null)
  const start = useStored(bookedDemo.start)
  if (!start || kept !== start) return null
  return (
    <p className="mt-4">
      <span>{question}</span>{' '}
      <a
        href={link.href}
        onClick={startChange}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {link.text}
      </a>
    </p>
  )
}
