import { type ComponentType, type InputHTMLAttributes, useEffect, useState } from 'react'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { formCopy } from '@/lib/content/forms'
import { descriptionOf, type FieldType, fieldOf, type TypedType } from '@/lib/forms/fields'
import type { FieldName, TypedFieldName } from '@/lib/forms/forms'
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

/** One field of the table with its label, hint and error. Further properties are those of the input. */
export function TextField({ name, ...props }: InputProps & { name: TypedFieldName }) {
  const { field, error, format, aria, input } = useField(name)
  return (
    <FormField
      id={aria.id}
      field={field}
      error={error}
      format={format}
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
  const hasValue = Boolean(useFormValues()[props.name])
  useEffect(() => {
    if (hasValue) import('./field-question').then(setLoaded).catch(() => undefined)
  }, [hasValue])
  return loaded && <loaded.FieldQuestion {...props} />
}

export function useField(name: FieldName) {
  const { spec, idPrefix, hookForm, returned: values } = useActionFormContext()
  const field = fieldOf(spec, name)
  const error = hookForm.formState.errors[name]?.message as string | undefined
  const registration = hookForm.register(name)
  const returned = values?.[name] ?? ''
  // An empty field has no format.
  const isFilled = String(hookForm.getValues(name) ?? returned).trim() !== ''
  const format = error && isFilled ? field.format : undefined
  const id = idPrefix + name
  const descriptions = [
    field.hint && `${id}-hint`,
    error && `${id}-error`,
    format && `${id}-format`,
  ]
  return {
    field,
    error,
    format,
    registration,
    /** What a rejected native post returned. */
    returned,
    aria: {
      id,
      'aria-invalid': error ? true : undefined,
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

/** Shows over the last tenth of a long text how many characters are left. */
function CharacterCount({ name }: { name: FieldName }) {
  const { spec } = useActionFormContext()
  const { maxLength = 0 } = fieldOf(spec, name)
  const left = maxLength - String(useFormValues()[name] ?? '').length
  if (left > maxLength * 0.1) return null
  return (
    <span data-slot="counter" aria-live="polite" className="text-muted-foreground text-sm tabular">
      {formCopy.charactersLeft(Math.max(0, left))}
    </span>
  )
}
