import {
  createContext,
  type SubmitEvent,
  use,
  useActionState,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type FieldError, type FieldErrors, useForm } from 'react-hook-form'
import { toast } from '@/components/ui/message'
import { formMessages } from '@/lib/content/form-messages'
import { formatInput } from '@/lib/forms/client/format-input'
import { newSubmissionId } from '@/lib/forms/client/submission-id'
import { submitForm, validateForm } from '@/lib/forms/client/submit'
import type { FormAction } from '@/lib/forms/client/transport'
import { fieldsOf } from '@/lib/forms/fields'
import {
  entriesOf,
  type FieldMessages,
  type FormEntries,
  parseFormValues,
} from '@/lib/forms/form-data'
import type { FieldName, Form } from '@/lib/forms/forms'
import { failureMessage, type Message, type SubmitResult } from '@/lib/forms/result'

export type UseActionFormReturn = ReturnType<typeof useActionForm>

/**
 * One form: its values and errors (react-hook-form), its submission, and what a refused native post returned. The
 * inputs are uncontrolled, so the form works before hydration and without scripts.
 */
export function useActionForm(
  spec: Form,
  action: FormAction,
  { mode, onAccepted }: { mode: 'onSubmit' | 'onTouched'; onAccepted: (posted: FormData) => void },
) {
  const [refused, formAction] = useActionState<SubmitResult | null, FormData>(action, null)
  const [message, setMessage] = useState(() => messageOf(spec, refused, true))
  const [sending, setSending] = useState(false)
  const [initialErrors] = useState(() => errorsOf(refused))
  const postedValues = useRef('')
  const dismiss = useCallback(() => setMessage(null), [])
  const remindWhenOnline = useOnlineReminder(() => setMessage(formMessages.online))
  const returned = refused?.entries
  const hookForm = useForm<FormEntries>({
    mode,
    defaultValues: hiddenValues(spec, returned),
    errors: initialErrors,
    resolver: async (values, _context, options) => ({
      values: {},
      errors: await validateForm(spec, values, options),
    }),
    // `submit` moves the focus.
    shouldFocusError: false,
  })

  const { errors } = hookForm.formState
  const isCorrected = message?.errors?.every((name) => !errors[name])
  useEffect(() => {
    if (isCorrected) setMessage(null)
  }, [isCorrected])

  useEffect(() => {
    if (!hookForm.getValues('submissionId')) hookForm.setValue('submissionId', newSubmissionId())
  }, [hookForm])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    formatInputs(event.currentTarget)
    const { submissionId, thread, ...entered } = hookForm.getValues()
    // The same values are one lead however often they are posted. Other values are a new version of it.
    const values = JSON.stringify(entered)
    if (postedValues.current && postedValues.current !== values)
      hookForm.setValue('submissionId', newSubmissionId())
    postedValues.current = values
    if (!thread) hookForm.setValue('thread', submissionId)
    const data = new FormData(event.currentTarget)
    for (const name of ['submissionId', 'thread'] as const)
      data.set(name, String(hookForm.getValues(name)))
    setSending(true)
    remindWhenOnline.current = false
    setMessage(null)
    toast(null)
    const result = await submitForm(data, validate, action)
    setSending(false)
    if (result.status === 'accepted') return onAccepted(data)
    remindWhenOnline.current = result.status === 'undelivered' || result.status === 'unanswered'
    const failure = messageOf(spec, result)
    const errors = entriesOf(errorsOf(result))
    // At once, because the message lists only what has an error.
    flushSync(() => {
      for (const [name, error] of errors)
        hookForm.setError(name, error, { shouldFocus: !failure?.takesFocus })
      setMessage(failure)
    })
    // With its label and its error. WebKit leaves it below the header of a dialog.
    if (errors.length > 0 && !failure?.takesFocus)
      document.activeElement?.scrollIntoView({ block: 'center' })
  }

  /** A dialog validates on input only, and only after it was submitted. Formatting can make a wrong text right. */
  function format(target: EventTarget) {
    if (!formatInput(spec, target)) return
    const { name, value } = target as HTMLInputElement
    const shouldValidate = hookForm.getFieldState(name as FieldName).invalid
    hookForm.setValue(name as FieldName, value, { shouldValidate })
  }

  /** As if each field, but for the one that is still used, were left. */
  function formatInputs(element: HTMLFormElement, except?: Element | null) {
    for (const control of element.elements) if (control !== except) formatInput(spec, control)
    readInputs(element)
  }

  /** What was filled in before the scripts ran, or is restored. */
  function validateFilled() {
    const names = fieldsOf(spec).flatMap(({ name }) =>
      hookForm.getValues(name)?.length && document.activeElement?.id !== name ? name : [],
    )
    if (mode === 'onTouched' && names.length > 0) void hookForm.trigger(names)
  }

  /** Not every autofill sends the events that react-hook-form listens to. */
  function readInputs(element: HTMLFormElement) {
    for (const [name, value] of entriesOf(parseFormValues(spec, new FormData(element))))
      if (typeof value === 'string' && value !== (hookForm.getValues(name) ?? ''))
        hookForm.setValue(name, value)
  }

  async function validate(): Promise<FieldMessages> {
    let messages: FieldMessages = {}
    await hookForm.handleSubmit(
      () => undefined,
      (errors) => {
        messages = messagesOf(errors)
      },
    )()
    return messages
  }

  /** `hookForm.reset` would restore what a refused native post returned. */
  function clear() {
    for (const { name } of fieldsOf(spec)) hookForm.setValue(name, '')
    startAnother()
  }

  /** What is posted from now on is another lead. */
  function startAnother() {
    hookForm.setValue('submissionId', newSubmissionId())
    hookForm.setValue('thread', '')
    postedValues.current = ''
  }

  return {
    spec,
    hookForm,
    formAction,
    returned,
    message,
    dismiss,
    sending,
    format,
    formatInputs,
    validateFilled,
    readInputs,
    submit,
    clear,
    startAnother,
  }
}

/** While this is set, a visitor whose connection comes back is told that the form was not sent. */
function useOnlineReminder(remind: () => void) {
  const isSet = useRef(false)
  const onOnline = useEffectEvent(() => {
    if (isSet.current) remind()
  })
  useEffect(() => {
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  return isSet
}

type FormMessage = Message & {
  /** The fields that were invalid. It lists those that still are, and goes with the last of them. */
  errors?: FieldName[]
  takesFocus?: boolean
  /** The server returned the page because of it. */
  isReturned?: boolean
}

/**
 * Several errors are listed in the message, which takes the focus. A single one is at its field, which takes the focus,
 * unless it is on another step of the booking.
 */
function messageOf(
  spec: Form,
  result: SubmitResult | null,
  isReturned = false,
): FormMessage | null {
  if (!result || result.status === 'accepted') return null
  const message = failureMessage(spec.kind, result)
  if (result.status !== 'invalid') return { ...message, takesFocus: isReturned, isReturned }
  const errors = entriesOf(result.fields).map(([name]) => name)
  return {
    ...message,
    errors,
    takesFocus: isReturned || errors.length > (spec.kind === 'booking' ? 0 : 1),
    isReturned,
  }
}

function hiddenValues(spec: Form, returned: FormEntries = {}): FormEntries {
  const values: FormEntries = {
    submissionId: returned.submissionId ?? '',
    thread: returned.thread ?? '',
  }
  for (const name of hiddenListNames(spec)) values[name] = returned[name] ?? []
  return values
}

/** The names of list fields that the page does not show: links fill them in. */
export function hiddenListNames(spec: Form) {
  return fieldsOf(spec).flatMap((field) =>
    field.type === 'choices' && !field.step ? field.name : [],
  )
}

function errorsOf(result: SubmitResult | null): { [Name in FieldName]?: FieldError } {
  const fields = Object.entries(result?.status === 'invalid' ? result.fields : {})
  return Object.fromEntries(fields.map(([name, message]) => [name, { type: 'server', message }]))
}

function messagesOf(errors: FieldErrors<FormEntries>): FieldMessages {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, String(error?.message)]),
  )
}

type ActionFormContextValue = Pick<
  UseActionFormReturn,
  'spec' | 'hookForm' | 'returned' | 'message' | 'dismiss'
> & {
  /** A new one when it changes: `hookForm` stays the same. */
  formState: UseActionFormReturn['hookForm']['formState']
  /** Starts the ids of the inputs. */
  idPrefix: string
}

export const ActionFormContext = createContext<ActionFormContextValue | null>(null)

export function useActionFormContext() {
  const context = use(ActionFormContext)
  if (!context) throw new Error('Not in an ActionForm')
  return context
}
