import { TextField, useField } from '@/components/forms/text-field'
import { controlProps, Field, FieldError } from '@/components/ui/field'
import { wizard } from '@/lib/content/booking'
import { formCopy } from '@/lib/content/forms'
import { descriptionOf, fieldsOf, type NamedField } from '@/lib/leads/shared/fields'
import type { DatePicker as DatePickerComponent } from './date-picker'

type Props = {
  /** Replaces the native date input once it has loaded. */
  DatePicker?: typeof DatePickerComponent
}

/** The fields that the table assigns to a step. */
export function StepFields({ step, DatePicker }: Props & { step: number }) {
  const fields = fieldsOf('booking').filter((field) => field.step === step)
  return fields
    .filter((field) => !fields.some((choices) => isOtherOf(choices, field)))
    .map((field) => <StepField key={field.name} field={field} DatePicker={DatePicker} />)
}

function StepField({ field, DatePicker = TextField }: Props & { field: NamedField }) {
  switch (field.type) {
    case 'choices':
      return <Choices field={field} />
    case 'date':
      return <DatePicker name={field.name} />
    case 'time':
      return <TimeSelect name={field.name} />
    case 'fixed':
      return (
        <Field id={field.name} label={field.label}>
          <input {...controlProps(field.name)} readOnly value={wizard.timezone} />
        </Field>
      )
    default:
      return <TextField name={field.name} />
  }
}

function Choices({ field }: { field: NamedField }) {
  const { registration, returned } = useField(field.name)
  const other = fieldsOf('booking').find((candidate) => isOtherOf(field, candidate))
  return (
    <fieldset
      id={field.name}
      tabIndex={-1}
      toolparamdescription={descriptionOf(field)}
      className="grid gap-2"
    >
      <legend className="font-semibold">
        {field.label} <span className="font-normal text-ink-2">({formCopy.optional})</span>
      </legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {field.options?.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 py-1">
            <input
              {...registration}
              type="checkbox"
              value={value}
              defaultChecked={returned.includes(value)}
              className="size-5 flex-none"
            />
            {label}
          </label>
        ))}
      </div>
      {other && <OtherChoice name={other.name} />}
    </fieldset>
  )
}

/** A text field that is sent together with a list of choices stands below that list. */
function isOtherOf(choices: NamedField, field: NamedField): boolean {
  const isSentTogether = field.payloadKey === choices.payloadKey
  return choices.type === 'choices' && field.type === 'text' && isSentTogether
}

function OtherChoice({ name }: { name: string }) {
  const { field, error, aria, input } = useField(name)
  return (
    <>
      <input {...aria} {...input} aria-label={field.label} enterKeyHint="next" />
      <FieldError id={aria.id} error={error} />
    </>
  )
}

function TimeSelect({ name }: { name: string }) {
  const { field, error, aria, input } = useField(name)
  return (
    <Field id={aria.id} label={field.label} error={error}>
      <select {...aria} {...input}>
        <option value="">{wizard.pickTime}</option>
        {field.options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
