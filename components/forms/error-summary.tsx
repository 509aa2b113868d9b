import { type ReactNode, useEffect, useRef } from 'react'
import { supportContact } from '@/components/site/support-contact'
import { Alert, AlertTitle } from '@/components/ui/alert'
import { errorSummary } from '@/lib/content/forms'
import { entriesOf } from '@/lib/forms/form-data'
import type { FieldName, LeadKind } from '@/lib/forms/forms'
import { failureMessage, type SubmitResult } from '@/lib/forms/result'

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
  onChooseField: (name: FieldName) => void
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failure.status === 'accepted') return
    // In the middle of the window neither the bars nor the toast cover it.
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [failure])

  if (failure.status === 'accepted') return null
  const message = failureMessage(kind, failure)
  const invalid = failure.status === 'invalid' ? entriesOf(failure.fields) : null
  const title = invalid ? errorSummary.title : message.title
  return (
    <Alert
      ref={box}
      variant="destructive"
      aria-label={title}
      tabIndex={-1}
      // The server returned the page because of this message.
      autoFocus
    >
      <AlertTitle>{title}</AlertTitle>

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
        <>
          <p>{message.text}</p>
          {message.namesSupport && supportContact}
        </>
      )}
    </Alert>
  )
}
