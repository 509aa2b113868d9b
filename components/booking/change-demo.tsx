'use client'

import { startChange } from '@/lib/forms/client/change-demo'
import { thankYouDemo } from '@/lib/forms/client/thank-you-demo'
import { useStored } from './use-stored'

/** A link that changes the demo of the ticket. Only in the browser that has booked it. */
export function ChangeDemo({
  question,
  link,
}: {
  question: string
  link: { text: string; href: string }
}) {
  const thread = useStored(() => thankYouDemo.entry('thread'))
  if (thread === null) return null
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
