import type { ReactNode, SubmitEvent, SyntheticEvent } from 'react'
import { errorSummary, formTools } from '@/lib/content/forms'
import { preloadSchema } from '@/lib/leads/client/resolver'
import { forms, honeypotField } from '@/lib/leads/shared/fields'
import { formatters } from '@/lib/leads/shared/normalize'
import type { LeadKind } from '@/lib/site'
import { ErrorSummary } from './error-summary'
import {
  hiddenListNames,
  type LeadForm as Lead,
  LeadFormContext,
  useFormValues,
} from './use-lead-form'

/** The `<form>` around the fields. Without scripts it is posted to the same server action. */
export function LeadForm({
  lead,
  idPrefix = '',
  title,
  errorTitle,
  noValidate,
  className,
  onSubmit = lead.submit,
  onChooseField = (name) => document.getElementById(idPrefix + name)?.focus(),
  children,
}: {
  lead: Lead
  idPrefix?: string
  /** The page title while nothing is wrong. Missing where another form of the page sets it. */
  title?: string
  errorTitle: string
  noValidate?: boolean
  className?: string
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  onChooseField?: (name: string) => void
  children: ReactNode
}) {
  const { kind, failure, formAction } = lead
  const pageTitle = failure ? errorSummary.pageTitle(errorTitle) : title
  return (
    <LeadFormContext value={{ ...lead, idPrefix }}>
      <form
        toolname={formTools[kind].name}
        tooldescription={formTools[kind].text}
        action={formAction}
        onSubmit={onSubmit}
        onFocus={preloadSchema}
        onInputCapture={truncate}
        // react-hook-form drops the validation of a blur whose handler changes the value, so format before it.
        onBlurCapture={({ target }) => format(kind, target)}
        noValidate={noValidate}
        className={className}
      >
        {pageTitle && <title>{pageTitle}</title>}
        {failure && (
          <ErrorSummary
            kind={kind}
            failure={failure}
            idPrefix={idPrefix}
            onChooseField={onChooseField}
          />
        )}
        <HiddenInputs lead={lead} />
        <Honeypot />
        {children}
      </form>
    </LeadFormContext>
  )
}

function HiddenInputs({ lead: { kind, form } }: { lead: Lead }) {
  const values = useFormValues(form)
  return (
    <>
      <input type="hidden" name="submissionId" value={values.submissionId} />
      {hiddenListNames(kind).flatMap((name) =>
        [values[name] ?? []]
          .flat()
          .map((value) => <input key={name + value} type="hidden" name={name} value={value} />),
      )}
    </>
  )
}

/** Only bots fill it in: it is invisible, unreachable by keyboard, and read-only, so that agents are not offered it. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="bait">
      <input name={honeypotField} tabIndex={-1} autoComplete="off" readOnly />
    </div>
  )
}

/** `maxLength` stops the keyboard, but not every autofill or dictation. */
function truncate({ target }: SyntheticEvent) {
  if (isTextControl(target) && target.maxLength >= 0 && target.value.length > target.maxLength)
    target.value = target.value.slice(0, target.maxLength)
}

function format(kind: LeadKind, target: EventTarget) {
  if (!isTextControl(target)) return
  const type = forms[kind][target.name]?.type
  const formatted = type && formatters[type]?.(target.value)
  if (formatted !== undefined) target.value = formatted
}

function isTextControl(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
