import { Field } from '@/components/ui/field'
import { booking, fieldLabels } from '@/lib/content'
import { preferredTimes } from '@/lib/leads/limits'
import { DatePicker } from './date-picker'
import { Elsewhere } from './elsewhere'
import { type StepProps, wire } from './fields'

export function ScheduleStep(props: StepProps) {
  const time = wire(props, 'preferredTime')
  return (
    <>
      <DatePicker {...props} />
      <Field id="preferredTime" label={fieldLabels.preferredTime} error={time.error}>
        {(control) => (
          <select {...control} {...time.control} required>
            <option value="">{booking.pickTime}</option>
            {preferredTimes.map((slot) => (
              <option key={slot}>{slot}</option>
            ))}
          </select>
        )}
      </Field>
      <Field id="timezone" label={fieldLabels.timezone}>
        {(control) => <input {...control} readOnly value={booking.timezone} />}
      </Field>
      <Elsewhere values={props.form.watch()} />
    </>
  )
}
