import { type ReactNode, Suspense } from 'react'
import { Field } from '@/components/ui/field'
import { limits } from '@/lib/leads/limits'
import { type ReviewProps, wire } from './fields'
import { ReviewTicket } from './later'

export function ReviewStep({
  shown,
  whatNext,
  ...props
}: ReviewProps & { shown: boolean; whatNext: ReactNode }) {
  const { words } = props
  const notes = wire(props, 'additionalNotes')
  return (
    <>
      {shown && (
        <Suspense>
          <ReviewTicket {...props} />
        </Suspense>
      )}
      <Field
        id="additionalNotes"
        label={words.labels.additionalNotes}
        optional={words.optional}
        error={notes.error}
        left={notes.left}
      >
        {(control) => (
          <textarea {...control} {...notes.control} maxLength={limits.notes} rows={4} />
        )}
      </Field>
      {whatNext}
    </>
  )
}
