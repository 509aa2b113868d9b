import { bookingLive } from '@/lib/content/booking'
import { type FieldName, type StepProps, useFormValues } from './fields'

/** Long texts count down over their last tenth. */
export function CharacterCount({
  form,
  name,
  cap,
}: Pick<StepProps, 'form'> & { name: FieldName; cap: number }) {
  const left = cap - String(useFormValues(form)[name] ?? '').length
  if (left > cap * 0.1) return null
  return (
    <span data-slot="counter" aria-live="polite" className="text-ink-2 text-small tabular-nums">
      {bookingLive.left(Math.max(0, left))}
    </span>
  )
}
