import {
  createContext,
  type SubmitEvent,
  use,
  useActionState,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type FieldError, useForm } from 'react-hook-form'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { formMessages } from '@/lib/content/form-messages'
import { newSubmissionId } from '@/lib/forms/client/submission-id'
import { submitForm, validateForm } from '@/lib/forms/client/submit'
import type { FormAction } from '@/lib/forms/client/transport'
import { fieldsByStep, fieldsOf } from '@/lib/forms/fields'
import { entriesOf, type FieldMessages, type FormEntries } from '@/lib/forms/form-data'
import type { FieldName, Form } from '@/lib/forms/forms'
import { failureMessage, type Message, type SubmitResult } from '@/lib/forms/result'
import { formatInputs, hiddenListNames } from './form-inputs'

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
  const [isUnsent, setIsUnsent] = useState(false)
  const [initialErrors] = useState(() => errorsOf(refused))
  const postedValues = useRef('')
  const dismiss = useCallback(() => setMessage(null), [])
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
  // Every error that it lists is corrected.
  if (message?.errors?.every((name) => !errors[name])) setMessage(null)

  useWindowEvent('online', () => {
    if (isUnsent) setMessage(formMessages.online)
  })

  useEffect(() => {
    if (!hookForm.getValues('submissionId')) hookForm.setValue('submissionId', newSubmissionId())
  }, [hookForm])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    formatInputs({ spec, hookForm }, form)
    const { submissionId, thread, ...entered } = hookForm.getValues()
    // The same values are one lead however often they are posted. Other values are a new version of it.
    const values = JSON.stringify(entered)
    if (postedValues.current && postedValues.current !== values)
      hookForm.setValue('submissionId', newSubmissionId())
    postedValues.current = values
    if (!thread) hookForm.setValue('thread', submissionId)
    const data = new FormData(form)
    for (const name of ['submissionId', 'thread'] as const)
      data.set(name, String(hookForm.getValues(name)))
    setSending(true)
    setIsUnsent(false)
    setMessage(null)
    const result = await submitForm(form, data, validate, action)
    setSending(false)
    if (result.status === 'accepted') return onAccepted(data)
    setIsUnsent(result.status === 'undelivered' || result.status === 'unanswered')
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

  /** What was filled in before the scripts ran, or is restored. */
  function validateFilled() {
    const names = fieldsOf(spec).flatMap(({ name }) =>
      hookForm.getValues(name)?.length && document.activeElement?.id !== name ? name : [],
    )
    if (mode === 'onTouched' && names.length > 0) void hookForm.trigger(names)
  }

  async function validate(): Promise<FieldMessages> {
    let messages: FieldMessages = {}
    await hookForm.handleSubmit(
      () => undefined,
      (errors) => {
        messages = Object.fromEntries(
          Object.entries(errors).map(([name, error]) => [name, String(error?.message)]),
        )
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
    validateFilled,
    submit,
    clear,
    startAnother,
  }
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
  const isBooking = spec.kind === 'booking'
  const wrong = entriesOf(result.fields).map(([name]) => name)
  const ofPage = fieldsByStep(spec).flatMap(({ name }) => (wrong.includes(name) ? name : []))
  return {
    ...message,
    // The specification fixes the order in a callback.
    errors: isBooking ? ofPage : wrong,
    takesFocus: isReturned || wrong.length > (isBooking ? 0 : 1),
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

function errorsOf(result: SubmitResult | null): { [Name in FieldName]?: FieldError } {
  const fields = Object.entries(result?.status === 'invalid' ? result.fields : {})
  return Object.fromEntries(fields.map(([name, message]) => [name, { type: 'server', message }]))
}

type ActionFormContextValue = Pick<
  UseActionFormReturn,
  'spec' | 'hookForm' | 'returned' | 'message' | 'dismiss'
> & {
  /** A new one when it changes: `hookForm` stays the same. */
  formState: UseActionFormReturn['hookForm']['formState']
  idPrefix: string
}

export const ActionFormContext = createContext<ActionFormContextValue | null>(null)

export function useActionFormContext() {
  const context = use(ActionFormContext)
  if (!context) throw new Error('Not in an ActionForm')
  return context
}
