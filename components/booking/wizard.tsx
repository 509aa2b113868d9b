'use client'

import type { ReactNode, SubmitEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { bookDemo } from '@/app/actions'
import { LeadForm } from '@/components/forms/lead-form'
import { useFormValues, useLeadForm } from '@/components/forms/use-lead-form'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'
import { drafts } from '@/lib/client/drafts'
import { wizard } from '@/lib/content/booking'
import type { FormValues } from '@/lib/leads/shared/form-data'
import { StepFields } from './steps'
import { useBookingDraft } from './use-booking-draft'
import { useEnhancements } from './use-enhancements'
import { isStepComplete, lastStep, useWizardSteps } from './use-wizard-steps'

type Form = UseFormReturn<FormValues>

/** One form in four steps, which are always in the page: without scripts it is one long form. */
export function Wizard({
  title,
  blankTicket,
  secure,
  whatNext,
  consent,
}: {
  /** Of the page. */
  title: string
  /** Shown until the live one has loaded. */
  blankTicket: ReactNode
  secure: ReactNode
  whatNext: ReactNode
  consent: ReactNode
}) {
  const hydrated = useHydrated()
  const lead = useLeadForm('booking', bookDemo, {
    mode: 'onTouched',
    onAccepted: () => {
      drafts.write('booking', null)
      window.location.assign('/thank-you')
    },
  })
  const { form, sending } = lead
  const { step, setStep, goTo, goToField } = useWizardSteps(lead)
  useBookingDraft(lead, step, setStep)
  const [enhancements, loadEnhancements] = useEnhancements(lead)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    if (step === lastStep) return lead.submit(event)
    event.preventDefault()
    if (isStepComplete(step, form.getValues())) goTo(step + 1)
  }

  /** The style sheet hides the other steps until hydration, unless scripts are off or late. */
  function onlyOn(shownStep: number) {
    const inactive = step !== shownStep
    return { 'data-inactive': inactive, hidden: hydrated && inactive }
  }

  /** Below the fields of each step. */
  const extras: ReactNode[] = [
    secure,
    null,
    enhancements && <enhancements.LocalTimeNote key="local-time" form={form} />,
    whatNext,
  ]
  return (
    <>
      <LeadForm
        lead={lead}
        tool={wizard.tool}
        title={title}
        noValidate={hydrated}
        className="grid max-w-176 grid-cols-1 gap-7"
        onFocus={loadEnhancements}
        onSubmit={onSubmit}
        onChooseField={goToField}
      >
        <Progress step={step} />
        {wizard.steps.map((words, index) => (
          <section
            key={words.title}
            aria-labelledby={`step-${index + 1}`}
            className="grid grid-cols-1 gap-5"
            {...onlyOn(index + 1)}
          >
            <h2 id={`step-${index + 1}`} tabIndex={-1} className="text-title outline-none">
              {words.title}
            </h2>
            {enhancements && step === lastStep && index + 1 === lastStep && (
              <enhancements.Review onChange={goToField} />
            )}
            <StepFields step={index + 1} DatePicker={enhancements?.DatePicker} />
            {extras[index]}
          </section>
        ))}
        {/* Without this, the focused field would lose the focus and show its error, which moves the button away from
            the pointer before the click. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
        <div
          className="grid items-start gap-3 *:grid 2xs:grid-cols-[auto_1fr] sm:flex sm:justify-between"
          onMouseDown={(event) => event.preventDefault()}
        >
          <span className="noscript:hidden">
            <Button variant="outline" disabled={step === 1} onClick={() => goTo(step - 1)}>
              {wizard.previous}
            </Button>
          </span>
          <span className="noscript:hidden" hidden={step === lastStep}>
            <NextButton form={form} step={step} onNext={() => goTo(step + 1)} />
          </span>
          <span {...onlyOn(lastStep)}>
            <Button type="submit" disabled={sending}>
              {sending ? wizard.sending : wizard.submit}
            </Button>
          </span>
        </div>
        <div {...onlyOn(lastStep)}>{consent}</div>
      </LeadForm>
      {step < lastStep && (
        <div className="sticky top-28 max-lg:hidden noscript:hidden">
          {enhancements ? <enhancements.LiveTicket form={form} /> : blankTicket}
        </div>
      )}
    </>
  )
}

function Progress({ step }: { step: number }) {
  const current = wizard.progress(step)
  return (
    <div className="text-ink-2 text-small noscript:hidden">
      <p role="status">{current}</p>
      <ol className="my-2 grid grid-cols-2 gap-1 2xs:grid-cols-4">
        {wizard.steps.map(({ label }, index) => (
          <li
            key={label}
            aria-current={step === index + 1 ? 'step' : undefined}
            className="aria-[current]:font-bold aria-[current]:text-copper"
          >
            {label}
          </li>
        ))}
      </ol>
      <progress
        max={lastStep}
        value={step}
        aria-label={`${current}: ${wizard.steps[step - 1]?.label}`}
        className="block h-3 w-full"
      />
    </div>
  )
}

function NextButton({ form, step, onNext }: { form: Form; step: number; onNext: () => void }) {
  return (
    <Button disabled={!isStepComplete(step, useFormValues(form))} onClick={onNext}>
      {wizard.next}
    </Button>
  )
}
