'use client'

import {
  type ReactNode,
  type SubmitEvent,
  Suspense,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { bookDemo } from '@/app/actions'
import { ErrorSummary } from '@/components/site/refusal'
import { useSubmissionId } from '@/components/site/use-submission-id'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toaster'
import { useHydrated } from '@/components/ui/use-hydrated'
import { bookingDraft } from '@/lib/client/draft'
import { bookingLive } from '@/lib/content/booking'
import { errorSummary } from '@/lib/content/forms'
import { prepare, sendForm } from '@/lib/leads/client/road'
import { parseFormValues } from '@/lib/leads/shared/form-data'
import { failureMessage, type SubmitResult } from '@/lib/leads/shared/result'
import { typing } from '@/lib/leads/shared/typing'
import { BusinessStep } from './business-step'
import { ContactStep } from './contact-step'
import {
  type BookingFields,
  type BookingWords,
  type FieldName,
  isComplete,
  lastStep,
  type Service,
  stepOf,
  useFormValues,
} from './fields'
import { DemoTicket, loadTickets } from './later'
import { listOf, useBookingDraft } from './remembered-visit'
import { ReviewStep } from './review-step'
import { ScheduleStep } from './schedule-step'

/**
 * Four steps of one form. All stand on the page all the time, so that what a script shows in steps is, without
 * one, a long form that submits as it is; what is typed is the form's, and the wizard only watches.
 */
export function Wizard({
  title,
  words,
  services,
  bait,
  ticket,
  whatNext,
  consent,
}: {
  /** The page's, which says so once the form is refused. */
  title: string
  words: BookingWords
  services: Service[]
  bait: ReactNode
  /** As it looks before anything is entered. */
  ticket: ReactNode
  whatNext: ReactNode
  consent: ReactNode
}) {
  const [answer, action] = useActionState(bookDemo, null)
  const entries = answer?.entries
  const [step, setStep] = useState(answer ? lastStep : 1)
  const [refused, setRefused] = useState<SubmitResult | null>(answer)
  const [sending, setSending] = useState(false)
  const [interests, setInterests] = useState<string[]>(listOf(entries?.interestedServices))
  const [submissionId, renewId] = useSubmissionId(String(entries?.submissionId ?? ''))
  const accepted = useRef('')
  const enhanced = useHydrated()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm<BookingFields>({
    mode: 'onTouched',
    errors: useState(() => errorsOf(answer))[0],
    resolver: () => formatErrors(formElement.current),
  })

  useBookingDraft({
    form,
    formElement,
    services,
    visit: { step, interests, submissionId },
    resume: answer === null,
    onResume: (draft) => {
      setInterests(draft.interests)
      if (draft.submissionId) renewId(draft.submissionId)
      setStep(draft.step)
      if (draft.step === lastStep) void form.trigger()
    },
  })
  useHeadingFocus(step)

  function goTo(target: number) {
    // Leaving the step is leaving its field: tidied, judged, remembered.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setStep(target)
    if (target === lastStep) void form.trigger()
  }

  function change(name: FieldName) {
    goTo(stepOf(name))
    requestAnimationFrame(() => document.getElementById(name)?.focus())
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (step < lastStep) return isComplete(step, form.getValues()) && goTo(step + 1)
    if (sending) return
    const data = new FormData(event.currentTarget)
    // Gone back to and changed, a booked demo is another one.
    const values = JSON.stringify(form.getValues())
    if (accepted.current && accepted.current !== values) data.set('submissionId', renewId())
    setSending(true)
    const result = await sendForm('booking', data, bookDemo)
    setSending(false)
    if (result.status === 'accepted') {
      bookingDraft.forget()
      accepted.current = values
      return window.location.assign('/thank-you')
    }
    if (result.status === 'invalid') {
      for (const [name, error] of Object.entries(errorsOf(result)))
        form.setError(name as FieldName, error)
    }
    startTransition(() => setRefused(result.status === 'invalid' ? result : null))
    toast(failureMessage('booking', result))
  }

  /** For what shows on one step; without a script everything does. */
  function only(at: number) {
    const away = step !== at
    return { 'data-away': away, hidden: enhanced && away }
  }

  const props = { words, form, entries }
  const panels = [
    <ContactStep key={1} {...props} />,
    <BusinessStep key={2} {...props} />,
    <ScheduleStep key={3} {...props} />,
    <ReviewStep
      key={4}
      {...props}
      interests={services.filter(({ slug }) => interests.includes(slug))}
      onChange={change}
      shown={enhanced && step === lastStep}
      whatNext={whatNext}
    />,
  ]
  return (
    <div className="booking">
      <form
        ref={formElement}
        toolname={words.tool.name}
        tooldescription={words.tool.text}
        action={action}
        onSubmit={onSubmit}
        onFocus={() => {
          prepare()
          void loadTickets()
        }}
        noValidate={enhanced}
        {...typing}
      >
        <title>{refused ? errorSummary.pageTitle(title) : title}</title>
        {refused && (
          <ErrorSummary
            kind="booking"
            answer={refused}
            idOf={String}
            onChoose={(name) => change(name as FieldName)}
          />
        )}
        <Progress step={step} labels={words.steps} />
        <input type="hidden" name="submissionId" value={submissionId} />
        {bait}
        {interests.map((slug) => (
          <input key={slug} type="hidden" name="interestedServices" value={slug} />
        ))}
        {panels.map((panel, index) => (
          <section key={panel.key} aria-labelledby={`step-${index + 1}`} {...only(index + 1)}>
            <h2 id={`step-${index + 1}`} tabIndex={-1}>
              {words.steps[index]?.title}
            </h2>
            {panel}
          </section>
        ))}
        {/* A field that loses the focus to a button may grow by its error, and the button would flee the click. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here but that the focus stays put. */}
        <div className="ways" onMouseDown={(event) => event.preventDefault()}>
          <span className="noscript:hidden">
            <Button variant="outline" disabled={step === 1} onClick={() => goTo(step - 1)}>
              {words.previous}
            </Button>
          </span>
          <span className="noscript:hidden" hidden={step === lastStep}>
            <Next form={form} step={step} onNext={() => goTo(step + 1)}>
              {words.next}
            </Next>
          </span>
          <span {...only(lastStep)}>
            <Button type="submit" disabled={sending}>
              {sending ? words.sending : words.submit}
            </Button>
          </span>
        </div>
        <div {...only(lastStep)}>{consent}</div>
      </form>
      {step < lastStep && (
        <div className="noscript:hidden">
          <LiveTicket form={form} empty={ticket} />
        </div>
      )}
    </div>
  )
}

type Form = UseFormReturn<BookingFields>

function Next({
  form,
  step,
  onNext,
  children,
}: {
  form: Form
  step: number
  onNext: () => void
  children: ReactNode
}) {
  return (
    <Button disabled={!isComplete(step, useFormValues(form))} onClick={onNext}>
      {children}
    </Button>
  )
}

function LiveTicket({ form, empty }: { form: Form; empty: ReactNode }) {
  const values = useFormValues(form)
  if (!Object.values(values).some((value) => value?.length)) return empty
  return (
    <Suspense fallback={empty}>
      <DemoTicket values={values} />
    </Suspense>
  )
}

function Progress({ step, labels }: { step: number; labels: BookingWords['steps'] }) {
  const here = bookingLive.step(step)
  return (
    <div className="steps noscript:hidden">
      <p role="status">{here}</p>
      <ol>
        {labels.map(({ label }, index) => (
          <li key={label} aria-current={step === index + 1 ? 'step' : undefined}>
            {label}
          </li>
        ))}
      </ol>
      <progress max={lastStep} value={step} aria-label={`${here}: ${labels[step - 1]?.label}`} />
    </div>
  )
}

/** After a step change the visitor stands at the head of the new step. */
function useHeadingFocus(step: number) {
  const previous = useRef(step)
  useEffect(() => {
    if (previous.current === step) return
    previous.current = step
    document.getElementById(`step-${step}`)?.focus()
  }, [step])
}

/** On leaving a field, its format is judged; that it is empty is the gate's business, not an error. */
async function formatErrors(form: HTMLFormElement | null) {
  const entries = parseFormValues('booking', form ? new FormData(form) : undefined)
  const errors = await import('./judge').then(({ judge }) => judge(entries)).catch(() => ({}))
  const wrong = Object.entries(errors).filter(([name]) => entries[name]?.length)
  return { values: {}, errors: Object.fromEntries(wrong) }
}

function errorsOf(answer: SubmitResult | null): Record<string, { type: string; message: string }> {
  const fields = Object.entries(answer?.status === 'invalid' ? answer.fields : {})
  return Object.fromEntries(fields.map(([name, message]) => [name, { type: 'refused', message }]))
}
