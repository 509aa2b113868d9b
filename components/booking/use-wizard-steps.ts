import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseActionFormReturn } from '@/components/forms/use-action-form'
import { bookingForm, lastStep } from '@/lib/forms/booking-form'
import { firstIncompleteStep, missingFields } from '@/lib/forms/client/step-fields'
import { onStepTraversed, previousStep, recordStep } from '@/lib/forms/client/step-history'
import { fieldsOf } from '@/lib/forms/fields'
import type { FieldName } from '@/lib/forms/forms'

/** The step that the visitor sees, and how it changes. */
export function useWizardSteps({ hookForm, returned, dismiss }: UseActionFormReturn) {
  const [step, setStep] = useState(returned ? lastStep : 1)

  const previous = useRef(step)
  useEffect(() => {
    if (previous.current === step) return
    previous.current = step
    focusInView(document.getElementById(`step-${step}`))
  }, [step])

  function show(target: number) {
    // Hiding the focused field sends no blur event, which formats, validates and saves it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // On a phone, it would cover the heading of the step.
    dismiss()
    setStep(target)
  }

  const showReachable = useEffectEvent((target: number) =>
    show(firstIncompleteStep(1, target, hookForm.getValues())),
  )
  useEffect(() => onStepTraversed((target) => showReachable(target)), [])

  function goTo(target: number) {
    show(target)
    // At once: a visitor can go back before the next frame.
    recordStep(step, target)
  }

  /** To the next step, or back to the review from which the visitor came to change an entry. */
  function goOn() {
    const values = hookForm.getValues()
    if (missingFields(step, values).length > 0) return
    const isChange = previousStep() === lastStep
    const isComplete = firstIncompleteStep(step, lastStep, values) === lastStep
    goTo(isChange && isComplete ? lastStep : step + 1)
  }

  function goToField(name: FieldName) {
    // The keyboard of a phone opens only if the field has the focus before the tap has been handled.
    const field = fieldsOf(bookingForm).find((each) => each.name === name)
    const target = field?.step ?? lastStep
    if (target !== step) flushSync(() => goTo(target))
    focusInView(document.getElementById(name), 'center')
  }

  return { step, setStep, goTo, goOn, goToField }
}

/**
 * Moves the focus to an element and scrolls it into the window. WebKit does not scroll to an element that was hidden
 * until now, and others scroll it to the edge. Opens the optional fields if it is one of them.
 */
function focusInView(element: HTMLElement | null, block: ScrollLogicalPosition = 'nearest') {
  element?.closest('details')?.setAttribute('open', '')
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block, behavior: 'instant' })
}
