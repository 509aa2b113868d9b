import { type ComponentType, type InputHTMLAttributes, useEffect, useState } from 'react'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { formCopy } from '@/lib/content/form-messages'
import {
  descriptionOf,
  type FieldSpec,
  type FieldType,
  fieldOf,
  type TypedType,
} from '@/lib/forms/fields'
import type { FieldName, TypedFieldName } from '@/lib/forms/forms'
import { count } from '@/lib/page/loader/events'
import { FormField } from './form-field'
import { useActionFormContext } from './use-action-form'
import { useFormValues } from './use-form-values'

type InputProps = InputHTMLAttributes<HTMLInputElement>

const inputProps: { [Type in FieldType]?: InputProps } = {
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  business: { autoComplete: 'organization', autoCapitalize: 'words' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  url: { type: 'url', autoComplete: 'url', inputMode: 'url' },
  date: { type: 'date' },
} satisfies Record<Exclude<TypedType, 'text'>, InputProps>

export function TextField({ name, ...props }: InputProps & { name: TypedFieldName }) {
  const { field, error, aria, input } = useField(name)
  return (
    <FormField
      id={aria.id}
      field={field}
      error={error}
      counter={field.multiline && <CharacterCount name={name} />}
    >
      {field.multiline ? (
        <Textarea {...aria} {...input} placeholder={field.placeholder} rows={4} />
      ) : (
        <Input
          {...aria}
          {...input}
          {...inputProps[field.type]}
          placeholder={field.placeholder}
          enterKeyHint="next"
          {...props}
        />
      )}
      {(field.type === 'email' || field.type === 'phone') && (
        <LazyFieldQuestion name={name} id={aria.id} />
      )}
    </FormField>
  )
}

type FieldQuestionProps = { name: FieldName; id: string }

/** Loads the question once there is a value. Not on a focus, which can be over before hydration. */
function LazyFieldQuestion(props: FieldQuestionProps) {
  const [loaded, setLoaded] = useState<{ FieldQuestion: ComponentType<FieldQuestionProps> }>()
  const hasValue = useFormValues((values) => Boolean(values[props.name]))
  useEffect(() => {
    if (hasValue) import('./field-question').then(setLoaded).catch(() => undefined)
  }, [hasValue])
  return loaded && <loaded.FieldQuestion {...props} />
}

export function useField(name: FieldName) {
  const { spec, idPrefix, hookForm, returned: values } = useActionFormContext()
  const field = fieldOf(spec, name)
  const message = hookForm.formState.errors[name]?.message as string | undefined
  const registration = hookForm.register(name)
  const returned = values?.[name] ?? ''
  const error = message && fieldError(field, hookForm.getValues(name) ?? returned, message)
  useEffect(() => {
    if (error) count(`${spec.kind} ${name}`)
  }, [error, spec, name])
  const id = idPrefix + name
  const descriptions = [field.hint && `${id}-hint`, error && `${id}-error`]
  return {
    field,
    error,
    registration,
    /** What a refused native post returned. */
    returned,
    aria: {
      id,
      // Without it, Firefox calls every required field invalid that is still empty.
      'aria-invalid': Boolean(error),
      'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
    },
    input: {
      ...registration,
      required: field.required,
      maxLength: field.maxLength,
      toolparamdescription: descriptionOf(field),
      // `defaultValues` of `useForm` would overwrite what was typed before hydration.
      defaultValue: String(returned),
    },
  }
}

/** What a field with an error takes. The message of the form says what is wrong. */
export function fieldError(
  { format }: Pick<FieldSpec, 'format'>,
  value: string | string[],
  message: string,
): string {
  // A stop, because screen readers go on with what follows.
  return String(value).trim() === '' ? formCopy.fillIn : (format ?? `${message}.`)
}

function CharacterCount({ name }: { name: FieldName }) {
  const { spec } = useActionFormContext()
  const { maxLength = 0 } = fieldOf(spec, name)
  const left = useFormValues((values) => maxLength - String(values[name] ?? '').length)
  if (left > maxLength * 0.1) return null
  return (
    <span data-slot="counter" aria-live="polite" className="text-muted-foreground text-sm tabular">
      {formCopy.charactersLeft(Math.max(0, left))}
    </span>
  )
}
