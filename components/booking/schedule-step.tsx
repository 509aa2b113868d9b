import { Suspense } from 'react'
import { Field } from '@/components/ui/field'
import { preferredTimes } from '@/lib/leads/limits'
import { DatePicker } from './date-picker'
import { type StepProps, wire } from './fields'
import { Elsewhere } from './later'

export function ScheduleStep(props: StepProps) {
  const { words } = props
  const time = wire(props, 'preferredTime')
  const values = props.form.watch()
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
      {values.preferredDate && values.preferredTime && (
        <Suspense>
          <Elsewhere values={values} />
        </Suspense>
      )}
    </>
  )
}
