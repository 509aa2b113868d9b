import { Suspense } from 'react'
import { Field } from '@/components/ui/field'
import { preferredTimes } from '@/lib/leads/shared/fields'
import { DatePicker } from './date-picker'
import { type StepProps, useField, useFormValues } from './fields'
import { LocalTimeNote } from './later'

export function ScheduleStep(props: StepProps) {
  const { words } = props
  const time = useField(props, 'preferredTime')
  return (
    <>
      <DatePicker {...props} />
      <Field id="preferredTime" label={words.labels.preferredTime} error={time.error}>
        {(control) => (
          <select {...control} {...time.control} required>
            <option value="">{words.pickTime}</option>
            {preferredTimes.map((slot) => (
              <option key={slot}>{slot}</option>
            ))}
          </select>
        )}
      </Field>
      <Field id="timezone" label={words.labels.timezone}>
        {(control) => <input {...control} readOnly value={words.timezone} />}
      </Field>
      <VisitorsTime {...props} />
    </>
  )
}

function VisitorsTime({ form }: StepProps) {
  const values = useFormValues(form)
  if (!values.preferredDate || !values.preferredTime) return null
  return (
    <Suspense>
      <LocalTimeNote values={values} />
    </Suspense>
  )
}
