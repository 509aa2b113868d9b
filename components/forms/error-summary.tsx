import { type ReactNode, useEffect, useId, useRef } from 'react'
import { errorSummary } from '@/lib/content/forms'
import { failureMessage, type SubmitResult } from '@/lib/leads/shared/result'
import type { LeadKind } from '@/lib/site'

/** Says why a submission failed, with a link to each invalid field, and takes the focus. */
export function ErrorSummary({
  kind,
  failure,
  idPrefix,
  onChooseField,
}: {
  kind: LeadKind
  failure: SubmitResult
  idPrefix: string
  onChooseField: (name: string) => void
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (failure.status === 'accepted') return
    // In the middle of the window neither the bars nor the toast cover it.
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [failure])

  if (failure.status === 'accepted') return null
  const message = failureMessage(kind, failure)
  const invalid = failure.status === 'invalid' ? Object.entries(failure.fields) : null
  return (
    <div
      ref={box}
      role="alert"
      aria-labelledby={titleId}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the server returned the page because of this message.
      autoFocus
      className="rounded-field border-2 border-wrong bg-ticket p-4"
    >
      <p id={titleId} className="font-bold text-wrong">
        {invalid ? errorSummary.title : message.title}
      </p>
      {invalid ? (
        <ul>
          {invalid.map(([name, text]) => (
            <li key={name}>
              <a
                href={`#${idPrefix}${name}`}
                className="inline-flex min-h-11 items-center font-semibold underline"
                onClick={(event) => {
                  event.preventDefault()
                  onChooseField(name)
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>{message.text}</p>
      )}
    </div>
  )
}
