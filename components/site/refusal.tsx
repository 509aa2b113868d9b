import { type ReactNode, useEffect, useId, useRef } from 'react'
import { errorSummary } from '@/lib/content/forms'
import { failureMessage, type SubmitResult } from '@/lib/leads/shared/result'
import type { LeadKind } from '@/lib/site'

/**
 * What a refused try comes back with: the reason, and for each wrong field a link to it in the words that stand
 * under the field. It takes the focus.
 */
export function ErrorSummary({
  kind,
  answer,
  idOf,
  onChoose,
}: {
  kind: LeadKind
  answer: SubmitResult
  idOf: (field: string) => string
  onChoose?: (field: string) => void
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const wrong = answer.status === 'invalid' ? Object.entries(answer.fields) : null

  useEffect(() => {
    if (answer.status === 'accepted') return
    // In the middle no bar and no toast lies on it.
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [answer])

  if (answer.status === 'accepted') return null
  const notice = failureMessage(kind, answer)
  return (
    <div
      ref={box}
      role="alert"
      aria-labelledby={titleId}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page comes back because of what stands here.
      autoFocus
      className="rounded-field border-2 border-wrong bg-ticket p-4"
    >
      <p id={titleId} className="font-bold text-wrong">
        {wrong ? errorSummary.title : notice.title}
      </p>
      {wrong ? (
        <ul>
          {wrong.map(([field, message]) => (
            <li key={field}>
              <a
                href={`#${idOf(field)}`}
                className="inline-flex min-h-11 items-center font-semibold underline"
                onClick={(event) => {
                  event.preventDefault()
                  if (onChoose) onChoose(field)
                  else document.getElementById(idOf(field))?.focus()
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>{notice.text}</p>
      )}
    </div>
  )
}
