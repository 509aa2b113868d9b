import { useEffect, useRef } from 'react'
import type { UseActionFormReturn } from '@/components/forms/use-action-form'
import { afterNextPaint } from '@/lib/after-next-paint'
import { bookingForm } from '@/lib/forms/booking-form'
import { fieldsOf } from '@/lib/forms/fields'
import { count } from '@/lib/page/loader/events'

/** Counts the steps that the visitor reaches, and validates the fields of those before. */
export function useStepChecks({ hookForm }: UseActionFormReturn, step: number) {
  useEffect(() => {
    afterNextPaint(() => {
      for (let reached = 2; reached <= step; reached++) count(`booking step ${reached}`)
    })
  }, [step])
  const previous = useRef(step)
  useEffect(() => {
    if (previous.current === step) return
    previous.current = step
    // The heading names every invalid value of the steps before, and the review marks it.
    const before = fieldsOf(bookingForm).filter((field) => (field.step ?? step) < step)
    afterNextPaint(() => hookForm.trigger(before.map(({ name }) => name)))
  }, [step, hookForm])
}
