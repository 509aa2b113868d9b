import { type ReactNode, Suspense } from 'react'
import { Field } from '@/components/ui/field'
import { limits } from '@/lib/leads/shared/fields'
import { type ReviewProps, useField } from './fields'
import { ReviewTicket } from './later'
import { CharacterCount } from './room-left'

export function ReviewStep({
  shown,
  whatNext,
  ...props
}: ReviewProps & { shown: boolean; whatNext: ReactNode }) {
  const { words } = props
  const notes = useField(props, 'additionalNotes')
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
        left={<CharacterCount form={props.form} name="additionalNotes" cap={limits.notes} />}
      >
        {(control) => (
          <textarea {...control} {...notes.control} maxLength={limits.notes} rows={4} />
        )}
      </Field>
      {whatNext}
    </>
  )
}
