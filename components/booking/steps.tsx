import { memo, type ReactNode, useEffect, useRef } from 'react'
import { FormField } from '@/components/forms/form-field'
import { TextField, useField } from '@/components/forms/text-field'
import { useActionFormContext } from '@/components/forms/use-action-form'
import { useFormValues } from '@/components/forms/use-form-values'
import { Checkbox } from '@/components/ui/checkbox'
import { FieldError } from '@/components/ui/field'
import { ChevronDownIcon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { wizard } from '@/lib/content/booking'
import { formCopy } from '@/lib/content/form-messages'
import { lastBookableDay, tomorrow } from '@/lib/dates/days'
import { bookingForm } from '@/lib/forms/booking-form'
import { descriptionOf, type FieldType, fieldsOf } from '@/lib/forms/fields'
import type { FormValues } from '@/lib/forms/form-data'
import type { FieldName, NamedField, TypedFieldName } from '@/lib/forms/forms'
import { cn } from '@/lib/utils'

/** Empty until they have loaded. The date picker replaces the native date input. */
type LazyParts = Partial<Pick<typeof import('./lazy-parts'), 'DatePicker' | 'LocalTimeNote'>>

type BookingField = NamedField<'booking'>

export const StepFields = memo(function StepFields({
  step,
  parts,
}: {
  step: number
  parts: LazyParts
}) {
  const fields = fieldsOf(bookingForm).filter((field) => field.step === step)
  const show = (shown: BookingField[]) =>
    shown
      .filter((field) => !fields.some((choices) => isOtherOf(choices, field)))
      .map((field) => <StepField key={field.name} field={field} parts={parts} />)
  const has = (type: FieldType) => fields.some((field) => field.type === type)
  const optional = has('choices') ? fields.filter(({ required }) => !required) : []
  return (
    <div className={cn('grid grid-cols-1 gap-5', has('date') && 'items-start sm:grid-cols-2')}>
      {show(fields.filter((field) => !optional.includes(field)))}
      {optional.length > 0 && <Optional fields={optional}>{show(optional)}</Optional>}
    </div>
  )
})

/** Closed on phones, until one of its fields has a value. */
function Optional({ fields, children }: { fields: BookingField[]; children: ReactNode }) {
  const root = useRef<HTMLDetailsElement>(null)
  const { returned = {} } = useActionFormContext()
  const isFilledIn = (values: FormValues) =>
    fields.some(({ name }) => values[name] && String(values[name]).trim())
  const isFilled = useFormValues(isFilledIn)
  useEffect(() => {
    if (isFilled && root.current) root.current.open = true
  }, [isFilled])
  return (
    <details
      ref={root}
      open={isFilledIn(returned)}
      aria-label={wizard.optional}
      className="optional"
    >
      <summary className="input flex items-center justify-between font-semibold">
        <span>{wizard.optional}</span>
        <ChevronDownIcon />
      </summary>
      <div className="grid gap-5 max-sm:mt-5">{children}</div>
    </details>
  )
}

/** The zone describes the time. */
const zoneId = 'time-zone'

function StepField({ field, parts }: { field: BookingField; parts: LazyParts }) {
  const { DatePicker = DateInput, LocalTimeNote } = parts
  switch (field.type) {
    case 'choices':
      return <Choices field={field} />
    case 'date':
      return <DatePicker name={field.name} />
    case 'select':
      // A string, because the type has only the selects of the table.
      if ((field.name as string) !== 'preferredTime') return <SelectField name={field.name} />
      return (
        <div className="grid content-start gap-1.5">
          <SelectField name={field.name} describedBy={zoneId} />
          {/* Said when it changes. As a description, Orca would also say it again when the select has the focus. */}
          <div role="status" className="empty:absolute">
            {LocalTimeNote && <LocalTimeNote />}
          </div>
        </div>
      )
    case 'fixed':
      return (
        <FormField id={field.name} field={field}>
          <output id={field.name}>
            <span>{wizard.timezone}</span>
          </output>
          <span id={zoneId} hidden>{`${wizard.timezone}.`}</span>
        </FormField>
      )
    default:
      return <TextField name={field.name} />
  }
}

function Choices({ field }: { field: BookingField }) {
  const { registration, returned } = useField(field.name)
  const other = fieldsOf(bookingForm).find((candidate) => isOtherOf(field, candidate))
  return (
    <fieldset
      id={field.name}
      tabIndex={-1}
      toolparamdescription={descriptionOf(field)}
      className="grid gap-2"
    >
      <legend className="font-semibold">
        <span>{field.label}</span>{' '}
        {!field.required && (
          <span className="font-normal text-muted-foreground">{`(${formCopy.optional})`}</span>
        )}
      </legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {field.options?.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 py-1">
            <Checkbox {...registration} value={value} defaultChecked={returned.includes(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {other && <OtherChoice name={other.name} />}
    </fieldset>
  )
}

/** A text field that is sent together with a list of choices stands below that list. */
function isOtherOf(choices: BookingField, field: BookingField): boolean {
  const isSentTogether = field.payloadKey === choices.payloadKey
  return choices.type === 'choices' && field.type === 'text' && isSentTogether
}

function OtherChoice({ name }: { name: FieldName<'booking'> }) {
  const { field, error, aria, input } = useField(name)
  return (
    <>
      <Input
        {...aria}
        {...input}
        aria-label={field.label}
        placeholder={field.placeholder}
        enterKeyHint="next"
      />
      <FieldError id={`${aria.id}-error`}>{error}</FieldError>
    </>
  )
}

/** A page is older than the day on which it is used, so only the browser knows the first and the last day. */
function DateInput({ name }: { name: TypedFieldName<'booking'> }) {
  return (
    <TextField
      name={name}
      onFocus={({ currentTarget }) => {
        currentTarget.min = tomorrow(new Date())
        currentTarget.max = lastBookableDay(new Date())
      }}
    />
  )
}

function SelectField({ name, describedBy }: { name: FieldName<'booking'>; describedBy?: string }) {
  const { field, error, aria, input } = useField(name)
  const ids = [aria['aria-describedby'], describedBy].filter(Boolean)
  return (
    <FormField id={aria.id} field={field} error={error}>
      <Select {...aria} {...input} aria-describedby={ids.join(' ') || undefined}>
        <option value="">{field.placeholder}</option>
        {field.options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FormField>
  )
}
