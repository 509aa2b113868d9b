import { useEffect, useRef } from 'react'
import { supportContact } from '@/components/site/support-contact'
import { Alert, AlertTitle } from '@/components/ui/alert'
import { errorSummary } from '@/lib/content/forms'
import { entriesOf } from '@/lib/forms/form-data'
import type { FieldName } from '@/lib/forms/forms'
import { failureMessage } from '@/lib/forms/result'
import { useActionFormContext } from './use-action-form'

/** Says why a submission failed, with a link to each invalid field, and takes the focus. */
export function ErrorSummary({ onChooseField }: { onChooseField: (name: FieldName) => void }) {
  const { spec, failure, idPrefix } = useActionFormContext()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!failure) return
    // In the middle of the window neither the bars nor the toast cover it.
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [failure])

  if (!failure || failure.status === 'accepted') return null
  const message = failureMessage(spec.kind, failure)
  const invalid = failure.status === 'invalid' ? entriesOf(failure.fields) : null
  const title = invalid ? errorSummary.title : message.title
  return (
    <Alert
      ref={box}
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
