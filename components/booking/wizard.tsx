'use client'

import { Fragment, type ReactNode, type SubmitEvent, useEffect } from 'react'
import { bookDemo } from '@/app/actions'
import { ActionForm } from '@/components/forms/action-form'
import { FormMessage } from '@/components/forms/form-message'
import { useActionForm } from '@/components/forms/use-action-form'
import { useFormValues } from '@/components/forms/use-form-values'
import { useSavedDraft } from '@/components/forms/use-saved-draft'
import { supportInText } from '@/components/site/support-contact'
import { Button } from '@/components/ui/button'
import { CheckIcon, Icon } from '@/components/ui/icon'
import { useHydrated } from '@/components/ui/use-hydrated'
import { wizard } from '@/lib/content/booking'
import { bookingForm, lastStep } from '@/lib/forms/booking-form'
import { isChange, saveBooking } from '@/lib/forms/client/booked-demo'
import { invalidFields, missingFields } from '@/lib/forms/client/step-fields'
import { readBookedDemo, removeDraft } from '@/lib/forms/client/storage'
import type { FieldName } from '@/lib/forms/forms'
import { hydratedEvent } from '@/lib/page/loader/events'
import { StepFields } from './steps'
import { useLazyParts } from './use-lazy-parts'
import { useLeaving } from './use-leaving'
import { useReachedSteps } from './use-reached-steps'
import { useWizardSteps } from './use-wizard-steps'

/** One form in four steps, which are always in the page: without scripts it is one long form. */
export function Wizard({
  title,
  blankTicket,
  secure,
  whatNext,
  consent,
}: {
  title: string
  blankTicket: ReactNode
  secure: ReactNode
  whatNext: ReactNode
  consent: ReactNode
}) {
  const hydrated = useHydrated()
  const [leaving, leave] = useLeaving()
  const form = useActionForm(bookingForm, bookDemo, {
    mode: 'onTouched',
    onAccepted: (posted) => {
      const { hookForm } = form
      const address = saveBooking(posted, hookForm.getValues())
      // Then it is changed by a draft. Otherwise only this form knows its thread.
      if (readBookedDemo()) form.startAnother()
      removeDraft('booking')
      leave(`${bookingForm.confirmation}${address}`)
    },
  })
  useEffect(() => void dispatchEvent(new Event(hydratedEvent)), [])
  const sending = form.sending || leaving
  const { step, setStep, goTo, goOn, goToField } = useWizardSteps(form)
  useReachedSteps(step, form)
  // Not in the first step, which the server has rendered.
  const changes = step === lastStep && isChange(form.hookForm.getValues())
  const invalid = invalidFields(form.hookForm)
  const names = namesOf(invalid)
  const toChange = names && `${wizard.toChange(invalid.length)} ${names}. `
  useSavedDraft(form, step)
  const [parts, loadParts] = useLazyParts(form, (restored) =>
    // Unless the visitor has already gone further.
    setStep((current) => Math.max(current, restored)),
  )
  const { BookedNotice, LiveTicket, Review, Services } = parts

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (step < lastStep) goOn()
    else if (!leaving) form.submit(event)
  }

  /** The style sheet hides the other steps until hydration, unless scripts are off or late. */
  function onlyOn(shownStep: number) {
    const inactive = step !== shownStep
    return { 'data-inactive': inactive, hidden: hydrated && inactive }
  }

  return (
    <ActionForm
      form={form}
      tool={wizard.tool}
      title={title}
      className="grid gap-7"
      onFocus={loadParts}
      onSubmit={onSubmit}
    >
      <FormMessage className="message-page" onChooseField={goToField} />
      {BookedNotice && !leaving && <BookedNotice />}
      {/* On wide screens, what is second here is a column of its own, but without scripts it follows the fields. */}
      <div className="booking-columns gap-column">
        <div className="grid grid-cols-1 gap-7">
          <div>
            {step === 1 && (
              // Empty without services, so that nothing moves when they appear.
              <p className="-mt-7 mb-1.5 min-h-lh lg:hidden">{Services && <Services />}</p>
            )}
            <Progress step={step} invalid={invalid} />
            {/* The review marks them itself. */}
            <ToChange invalid={step < lastStep ? invalid : []} onChoose={goToField} />
          </div>
          {wizard.steps.map((words, index) => (
            <section key={words.title} className="grid grid-cols-1 gap-5" {...onlyOn(index + 1)}>
              <h2
                id={`step-${index + 1}`}
                tabIndex={-1}
                className="scroll-mt-28 text-subhead outline-none"
              >
                {/* Read when the heading takes the focus. What is seen of it stands in the progress above. */}
                <span className="sr-only noscript:hidden">
                  {`${toChange}${wizard.progress(index + 1)}: `}
                </span>
                <span>{words.title}</span>
              </h2>
              {Review && step === lastStep && index + 1 === lastStep && (
                <Review onChange={goToField} />
              )}
              <StepFields step={index + 1} parts={parts} />
              {index === 0 && secure}
            </section>
          ))}
        </div>
        <div className="row-span-2 max-lg:contents noscript:contents">
          {step < lastStep && (
            <div className="sticky top-28 max-lg:hidden noscript:hidden">
              {LiveTicket ? <LiveTicket /> : blankTicket}
            </div>
          )}
          <div
            className="grid grid-cols-1 gap-5 lg:sticky lg:top-28 noscript:col-start-1"
            {...onlyOn(lastStep)}
          >
            {whatNext}
            {consent}
            <Button type="submit" busy={sending}>
              {sending ? wizard.sending : changes ? wizard.change : wizard.submit}
            </Button>
          </div>
        </div>
        <Navigation step={step} goTo={goTo} goOn={goOn} />
      </div>
    </ActionForm>
  )
}

type InvalidFields = ReturnType<typeof invalidFields>

const namesOf = (fields: InvalidFields) => fields.map(({ short }) => short).join(', ')

function Progress({ step, invalid }: { step: number; invalid: InvalidFields }) {
  const current = wizard.progress(step)
  return (
    <div className="text-muted-foreground text-sm noscript:hidden">
      <p>{current}</p>
      <ol className="mt-1 mb-2 flex flex-wrap items-end justify-between gap-x-2">
        {wizard.steps.map(({ label }, index) => (
          <li
            key={label}
            aria-current={step === index + 1 ? 'step' : undefined}
            className="booking-step flex items-center gap-x-1 sm:flex-1 max-xs:flex-col"
          >
            {invalid.some((field) => field.step === index + 1) ? (
              <span className="text-destructive">
                <Icon path="M12 5v9M12 19v.01" />
              </span>
            ) : index + 1 < step ? (
              <CheckIcon />
            ) : (
              <span className="booking-step-dot" />
            )}
            <span>{label}</span>
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

/** Said once, when a field with an invalid value is left. With room for a line, so that nothing moves then. */
function ToChange({
  invalid,
  onChoose,
}: {
  invalid: InvalidFields
  onChoose: (name: FieldName<'booking'>) => void
}) {
  const names = namesOf(invalid)
  return (
    <div role="status" className="mt-1 -mb-5 min-h-lh text-destructive text-sm noscript:hidden">
      {invalid.length > 0 && (
        // A paragraph that is replaced, because screen readers say each part that changes.
        <p key={names}>
          <span>{wizard.toChange(invalid.length)}</span>{' '}
          {invalid.map(({ name, short }, index) => (
            <Fragment key={name}>
              {index > 0 && <span>, </span>}
              <a
                href={`#${name}`}
                className="font-semibold underline"
                onClick={(event) => {
                  event.preventDefault()
                  onChoose(name)
                }}
              >
                {short}
              </a>
            </Fragment>
          ))}
          <span className="sr-only">.</span>
        </p>
      )}
    </div>
  )
}

function Navigation({
  step,
  goTo,
  goOn,
}: {
  step: number
  goTo: (step: number) => void
  goOn: () => void
}) {
  const missing = useFormValues((values) => missingFields(step, values).join(', '))
  return (
    <div className="noscript:hidden">
      {/* Without this, the focused field would lose the focus and show its error, which moves the button away from the
          pointer before the click. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
      <div
        className="flex flex-wrap gap-3 sm:justify-between"
        onMouseDown={(event) => event.preventDefault()}
      >
        <Button variant="outline" disabled={step === 1} onClick={() => goTo(step - 1)}>
          {wizard.previous}
        </Button>
        <Button
          hidden={step === lastStep}
          disabled={missing !== ''}
          aria-describedby="missing"
          className="max-sm:grow"
          onClick={goOn}
        >
          {wizard.next}
        </Button>
      </div>
      <p
        id="missing"
        aria-live="polite"
        className="mt-2 min-h-lh text-muted-foreground text-sm sm:text-right"
      >
        {missing && wizard.missing(missing)}
      </p>
      {/* In the last step, the consent names it. */}
      {step < lastStep && supportInText && <p className="text-sm sm:text-right">{supportInText}</p>}
    </div>
  )
}
