'use client'

import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'
import { changeAddress, thankYouDemo } from '@/lib/forms/client/booked-demo'
import { useStored } from './use-stored'

/** Below the ticket: a link that changes the demo, in the browser that has booked it, or how else to change it. */
export function ChangeDemo({
  question,
  link,
  otherwise,
}: {
  question: string
  link: string
  otherwise: ReactNode
}) {
  const hydrated = useHydrated()
  const start = useStored(thankYouDemo.start)
  const thread = useStored(() => thankYouDemo.entry('thread'))
  const sentence = (answer: ReactNode, className = '') => (
    <p className={`mt-4 ${className}`}>
      <span>{question}</span> {answer}
    </p>
  )
  if (!hydrated) return <noscript>{sentence(otherwise)}</noscript>
  if (thread === null) return start && sentence(otherwise)
  return sentence(
    <a href={changeAddress} className="inline-flex min-h-11 items-center font-semibold underline">
      {link}
    </a>,
    'print:hidden',
  )
}
