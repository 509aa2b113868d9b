import type { ReactNode } from 'react'
import { Field, FieldDescription, FieldError } from '@/components/ui/field'
import { Label } from '@/components/ui/label'
import { formCopy } from '@/lib/content/form-messages'
import type { FieldSpec } from '@/lib/forms/fields'

/** Shows label, hint and error of one field around its control. `aria` of `useField` ties the control to them. */
export function FormField({
  id,
  field: { type, label, hint, required },
  error,
  counter,
  children,
}: {
  id: string
  field: FieldSpec
  error?: string
  counter?: ReactNode
  children: ReactNode
}) {
  const header = (
    <Label id={type === 'date' ? `${id}-label` : undefined} htmlFor={id}>
      <span>{label}</span>
      {!required && type !== 'fixed' && (
        <span className="font-normal text-muted-foreground">{` (${formCopy.optional})`}</span>
      )}
    </Label>
  )
  return (
    <Field>
      {counter ? (
        <div data-slot="field-header">
          {header}
          {counter}
        </div>
      ) : (
        header
      )}
      {hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  )
}
