'use client'

import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { bookDemo } from '@/app/actions'
import { Refusal } from '@/components/site/refusal-later'
import { useSubmissionId } from '@/components/site/use-submission-id'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toaster'
import { useEnhanced } from '@/components/ui/use-enhanced'
import { booking, refusal, services } from '@/lib/content'
import { type Answer, noticeFor } from '@/lib/leads/answer'
import { readEntries } from '@/lib/leads/form'
import { prepare, sendForm } from '@/lib/leads/road'
import { typing } from '@/lib/leads/typing'
import { bookedFor, bookingDraft, demoStart } from '@/lib/storage'
import { BusinessStep } from './business-step'
import { ContactStep } from './contact-step'
import { DemoTicket } from './demo-ticket'
import { type BookingFields, type FieldName, isComplete, stepOf } from './fields'
import { ReviewStep } from './review-step'
import { ScheduleStep } from './schedule-step'

const lastStep = booking.steps.length

/**
 * Four steps of one form. All stand on the page all the time, so that what a script shows in steps is, without
 * one, a long form that submits as it is; what is typed is the form's, and the wizard only watches.
 */
export function Wizard({ bait, children: consent }: { bait: ReactNode; children: ReactNode }) {
  const [answer, action] = useActionState(bookDemo, null)
  const entries = answer?.entries
  const [step, setStep] = useState(answer ? lastStep : 1)
  const [refused, setRefused] = useState<Answer | null>(answer)
  const [sending, setSending] = useState(false)
  const [interests, setInterests] = useState<string[]>(list(entries?.interestedServices))
  const [submissionId, renewId] = useSubmissionId(String(entries?.submissionId ?? ''))
  const accepted = useRef('')
  const enhanced = useEnhanced()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm<BookingFields>({
    mode: 'onTouched',
    errors: useState(() => errorsOf(answer))[0],
    resolver: () => formatErrors(formElement.current),
  })
  const values = form.watch()
  const complete = isComplete(step, values)

  useRememberedVisit({
    form,
    formElement,
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
    if (step < lastStep) return complete && goTo(step + 1)
    if (sending) return
    const data = new FormData(event.currentTarget)
    // Gone back to and changed, a booked demo is another one.
    if (accepted.current && accepted.current !== JSON.stringify(values))
      data.set('submissionId', renewId())
    setSending(true)
    const result = await sendForm('booking', data, bookDemo)
    setSending(false)
    if (result.status === 'accepted') {
      demoStart.save(
        String(data.get('preferredDate') ?? ''),
        String(data.get('preferredTime') ?? ''),
      )
      bookedFor.save(String(data.get('fullName') ?? ''), String(data.get('businessName') ?? ''))
      bookingDraft.forget()
      accepted.current = JSON.stringify(values)
      return window.location.assign('/thank-you')
    }
    if (result.status === 'invalid') {
      for (const [name, error] of Object.entries(errorsOf(result)))
        form.setError(name as FieldName, error)
    }
    startTransition(() => setRefused(result.status === 'invalid' ? result : null))
    toast(noticeFor('booking', result))
  }

  const panels = [
    <ContactStep key={1} form={form} entries={entries} />,
    <BusinessStep key={2} form={form} entries={entries} />,
    <ScheduleStep key={3} form={form} entries={entries} />,
    <ReviewStep key={4} form={form} entries={entries} interests={interests} onChange={change} />,
  ]
  return (
    <div className="grid grid-cols-1 items-start gap-column lg:grid-cols-[minmax(0,1fr)_24rem]">
      <form
        ref={formElement}
        toolname={booking.tool.name}
        tooldescription={booking.tool.text}
        action={action}
        onSubmit={onSubmit}
        onFocus={prepare}
        noValidate={enhanced}
        {...typing}
        className="grid max-w-[44rem] grid-cols-1 gap-7"
      >
        {refused && (
          <>
            <title>{refusal.pageTitle(booking.title)}</title>
            <Refusal
              kind="booking"
              answer={refused}
              idOf={String}
              onChoose={(name) => change(name as FieldName)}
            />
          </>
        )}
        <Progress step={step} />
        <input type="hidden" name="submissionId" value={submissionId} />
        {bait}
        {interests.map((slug) => (
          <input key={slug} type="hidden" name="interestedServices" value={slug} />
        ))}
        {panels.map((panel, index) => {
          const away = step !== index + 1
          const { title } = booking.steps[index] ?? { title: '' }
          return (
            <section
              key={title}
              aria-labelledby={`step-${index + 1}`}
              data-away={away}
              hidden={enhanced && away}
              className="grid grid-cols-1 gap-5"
            >
              <h2 id={`step-${index + 1}`} tabIndex={-1} className="text-title outline-none">
                {title}
              </h2>
              {panel}
            </section>
          )
        })}
        {/* A field that loses the focus to a button may grow by its error, and the button would flee the click. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here but that the focus stays put. */}
        <div
          className="grid grid-cols-[auto_1fr] justify-between gap-3 max-[18rem]:grid-cols-1 sm:flex [&_button]:w-full"
          onMouseDown={(event) => event.preventDefault()}
        >
          <span className="noscript:hidden">
            <Button variant="outline" disabled={step === 1} onClick={() => goTo(step - 1)}>
              {booking.previous}
            </Button>
          </span>
          <span className="noscript:hidden" hidden={step === lastStep}>
            <Button disabled={!complete} onClick={() => goTo(step + 1)}>
              {booking.next}
            </Button>
          </span>
          <span data-away={step !== lastStep} hidden={enhanced && step !== lastStep}>
            <Button type="submit" disabled={sending}>
              {sending ? booking.sending : booking.submit}
            </Button>
          </span>
        </div>
        <div data-away={step !== lastStep} hidden={enhanced && step !== lastStep}>
          {consent}
        </div>
      </form>
      {step < lastStep && (
        <div className="sticky top-28 hidden lg:block noscript:hidden">
          <DemoTicket values={values} />
        </div>
      )}
    </div>
  )
}

function Progress({ step }: { step: number }) {
  return (
    <div className="noscript:hidden">
      <p role="status" className="mb-2 text-ink-2 text-small">
        {booking.stepsLeft(step)}
      </p>
      <ol className="grid grid-cols-4 gap-1 text-small max-[18rem]:grid-cols-2">
        {booking.steps.map(({ label }, index) => (
          <li
            key={label}
            aria-current={step === index + 1 ? 'step' : undefined}
            className={step === index + 1 ? 'font-bold text-copper' : 'text-ink-2'}
          >
            {label}
          </li>
        ))}
      </ol>
      <progress
        max={lastStep}
        value={step}
        aria-label={booking.progress(step, booking.steps[step - 1]?.label ?? '')}
        className="mt-2 block h-3 w-full"
      />
    </div>
  )
}

type Visit = { step: number; interests: string[]; submissionId: string }

/** A campaign's link and an earlier load of this page fill the form; what stands in it already stays. */
function useRememberedVisit({
  form,
  formElement,
  visit,
  resume,
  onResume,
}: {
  form: UseFormReturn<BookingFields>
  formElement: RefObject<HTMLFormElement | null>
  visit: Visit
  resume: boolean
  onResume: (visit: Visit) => void
}) {
  const restore = useEffectEvent(() => {
    if (!resume || !formElement.current) return
    const draft = bookingDraft.read()
    const present = readEntries('booking', new FormData(formElement.current))
    for (const [name, value] of Object.entries(draft?.entries ?? {})) {
      if (present[name]?.length === 0) form.setValue(name as FieldName, value as never)
    }
    const asked = new URLSearchParams(window.location.search).get('services')?.split(',') ?? []
    const known = services.map(({ slug }) => slug).filter((slug) => asked.includes(slug))
    onResume({
      step: Math.min(Math.max(1, draft?.step ?? 1), lastStep),
      interests: known.length > 0 ? known : list(draft?.entries.interestedServices),
      submissionId: String(draft?.entries.submissionId ?? ''),
    })
  })
  useEffect(() => restore(), [])

  const { step, interests, submissionId } = visit
  const draft = JSON.stringify({
    step,
    entries: { ...form.watch(), interestedServices: interests, submissionId },
  })
  const loaded = useRef(draft)
  useEffect(() => {
    if (draft !== loaded.current) bookingDraft.save(draft)
  }, [draft])
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
  const entries = readEntries('booking', form ? new FormData(form) : undefined)
  const errors = await import('./judge').then(({ judge }) => judge(entries)).catch(() => ({}))
  const wrong = Object.entries(errors).filter(([name]) => entries[name]?.length)
  return { values: {}, errors: Object.fromEntries(wrong) }
}

function errorsOf(answer: Answer | null): Record<string, { type: string; message: string }> {
  const fields = Object.entries(answer?.status === 'invalid' ? answer.fields : {})
  return Object.fromEntries(fields.map(([name, message]) => [name, { type: 'refused', message }]))
}

function list(value: string | string[] | undefined): string[] {
  return Array.isArray(value) ? value : []
}
