import { useEffect, useRef } from 'react'
import type { UseActionFormReturn } from '@/components/forms/use-action-form'
import { afterNextPaint } from '@/lib/after-next-paint'
import { bookingForm } from '@/lib/forms/booking-form'
import { fieldsOf } from '@/lib/forms/fields'
import { count } from '@/lib/page/loader/events'

/** Counts the steps that the visitor reaches, and validates those before: the review and headings name what is invalid. */
export function useReachedSteps(step: number, { hookForm }: UseActionFormReturn) {
  const previous = useRef(step)
  useEffect(() => {
    afterNextPaint(() => {
      for (let reached = 2; reached <= step; reached++) count(`booking step ${reached}`)
    })
    // What the server has returned has the server's errors.
    if (previous.current === step) return
    previous.current = step
    const before = fieldsOf(bookingForm).filter((field) => (field.step ?? step) < step)
    afterNextPaint(() => hookForm.trigger(before.map(({ name }) => name)))
  }, [step, hookForm])
}
