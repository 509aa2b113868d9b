import {
  type ReactNode,
  type SubmitEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'
import { afterNextPaint } from '@/lib/after-next-paint'
import { errorPageTitle } from '@/lib/content/form-messages'
import { truncateInput } from '@/lib/forms/client/format-input'
import { loadUsedForm } from '@/lib/forms/client/submit'
import { honeypotField } from '@/lib/forms/fields'
import { formatInputs, formatLeft, hiddenListNames, readInputs } from './form-inputs'
import {
  ActionFormContext,
  type UseActionFormReturn,
  useActionFormContext,
} from './use-action-form'
import { useFormValues } from './use-form-values'

/** The `<form>` around the fields. Without scripts it is posted to the same server action. */
export function ActionForm({
  form,
  tool,
  idPrefix = '',
  title = '',
  errorTitle = title,
  className,
  onFocus,
  onSubmit = form.submit,
  children,
}: {
  form: UseActionFormReturn
  /** The name and description that agents see (WebMCP). */
  tool: { name: string; text: string }
  idPrefix?: string
  /** The page title while nothing is wrong. Missing where another form of the page sets it. */
  title?: string
  /** What the page title names once the form was refused, until its errors are corrected. */
  errorTitle?: string
  className?: string
  /** For what else loads on the first focus. */
  onFocus?: () => void
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}) {
  const { spec, hookForm, returned, message, dismiss, formAction } = form
  const { formState } = hookForm
  // The same while the form is, so that a step of the booking need not render the fields again.
  const context = useMemo(
    () => ({ spec, hookForm, formState, returned, message, dismiss, idPrefix }),
    [spec, hookForm, formState, returned, message, dismiss, idPrefix],
  )
  const element = useRef<HTMLFormElement>(null)
  const read = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) =>
    readInputs(form, currentTarget)
  const pageTitle = message?.takesFocus ? errorPageTitle(errorTitle) : title
  const readTyped = useEffectEvent(() => {
    if (element.current) formatInputs(form, element.current, document.activeElement)
    form.validateFilled()
  })
  useEffect(() => readTyped(), [])
  return (
    <ActionFormContext value={context}>
      <form
        ref={element}
        toolname={tool.name}
        tooldescription={tool.text}
        action={formAction}
        onSubmit={onSubmit}
        onFocus={({ target }) => {
          // Browsers scroll only to the caret of a textarea, so the rest could stay below an on-screen keyboard.
          if (target.matches('textarea')) target.scrollIntoView({ block: 'nearest' })
          afterNextPaint(() => {
            loadUsedForm().catch(() => undefined)
            onFocus?.()
          })
        }}
        // An autofill can enter values without events. The next touch or key reads them.
        onPointerDown={read}
        onKeyDown={read}
        onInputCapture={({ target }) => truncateInput(target)}
        // react-hook-form drops the validation of a blur whose handler changes the value, so format before it.
        onBlurCapture={({ target }) => formatLeft(form, target)}
        // Errors are shown at their fields, and not by the browser.
        noValidate={useHydrated()}
        // Without it, Firefox calls a form invalid that has an empty required field.
        aria-invalid={false}
        className={className}
      >
        {pageTitle && <title>{pageTitle}</title>}
        <HiddenInputs />
        {/* Only bots fill it in: it is invisible, unreachable by keyboard, and read-only, so that agents are not offered it. */}
        <div aria-hidden="true" className="sr-only">
          <input name={honeypotField} tabIndex={-1} autoComplete="off" readOnly />
        </div>
        {children}
      </form>
    </ActionFormContext>
  )
}

function HiddenInputs() {
  const { spec } = useActionFormContext()
  const submissionId = useFormValues((values) => values.submissionId)
  const thread = useFormValues((values) => values.thread)
  return (
    <>
      <input type="hidden" name="submissionId" value={submissionId} />
      {thread && <input type="hidden" name="thread" value={thread} />}
      {hiddenListNames(spec).map((name) => (
        <HiddenList key={name} name={name} />
      ))}
    </>
  )
}

function HiddenList({ name }: { name: ReturnType<typeof hiddenListNames>[number] }) {
  const list = useFormValues((values) => values[name]) ?? []
  return list.map((value) => <input key={value} type="hidden" name={name} value={value} />)
}
