import type { UseFormReturn } from 'react-hook-form'
import { formatInput } from '@/lib/forms/client/format-input'
import { fieldsOf } from '@/lib/forms/fields'
import { entriesOf, type FormEntries, parseFormValues } from '@/lib/forms/form-data'
import type { FieldName, Form } from '@/lib/forms/forms'

type FormInputs = { spec: Form; hookForm: UseFormReturn<FormEntries> }

/** Not every autofill sends the events that react-hook-form listens to. */
export function readInputs({ spec, hookForm }: FormInputs, element: HTMLFormElement) {
  const hidden: string[] = hiddenListNames(spec)
  // Of no checkbox, react-hook-form can have the value false: not the same as an empty list.
  for (const [name, value] of entriesOf(parseFormValues(spec, new FormData(element))))
    if (!hidden.includes(name) && String(value) !== String(hookForm.getValues(name) ?? ''))
      hookForm.setValue(name, value)
}

/** As if each field, but for the one that is still used, were left. */
export function formatInputs(
  form: FormInputs,
  element: HTMLFormElement,
  except?: Element | null,
): void {
  for (const control of element.elements) if (control !== except) formatInput(form.spec, control)
  readInputs(form, element)
}

/** A dialog validates on input only, and only after it was submitted. Formatting can make a wrong text right. */
export function formatLeft({ spec, hookForm }: FormInputs, target: EventTarget): void {
  if (!formatInput(spec, target)) return
  const { name, value } = target as HTMLInputElement
  const shouldValidate = hookForm.getFieldState(name as FieldName).invalid
  hookForm.setValue(name as FieldName, value, { shouldValidate })
}

/** The names of list fields that the page does not show: links fill them in. */
export function hiddenListNames(spec: Form) {
  return fieldsOf(spec).flatMap((field) =>
    field.type === 'choices' && !field.step ? field.name : [],
  )
}
