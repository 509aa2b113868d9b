import { startTransition, useEffect, useEffectEvent, useRef } from 'react'
import type { LeadForm } from '@/components/forms/use-lead-form'
import { bookingDraft } from '@/lib/client/booking-draft'
import { fieldOf } from '@/lib/leads/shared/fields'
import { toFormValues } from '@/lib/leads/shared/form-data'
import { lastStep } from './use-wizard-steps'

/**
 * Saves step and values in sessionStorage, and restores them after a reload into fields that are still empty.
 * `?services=` in the address selects services.
 */
export function useBookingDraft(
  { form, returned }: LeadForm,
  step: number,
  onRestoreStep: (step: number) => void,
) {
  const restore = useEffectEvent(() => {
    // A rejected native post returned newer values.
    if (returned) return
    const draft = bookingDraft.read()
    const present = toFormValues('booking', form.getValues())
    for (const [name, stored] of Object.entries(draft?.entries ?? {})) {
      const value = Array.isArray(stored) ? knownOptions(name, stored) : stored
      if (value.length > 0 && !present[name]?.length) form.setValue(name, value)
    }
    const asked = new URLSearchParams(window.location.search).get('services')?.split(',') ?? []
    const services = knownOptions('interestedServices', asked)
    if (services.length > 0) form.setValue('interestedServices', services)
    const restoredStep = Math.min(Math.max(1, draft?.step ?? 1), lastStep)
    startTransition(() => onRestoreStep(restoredStep))
  })
  useEffect(() => restore(), [])

  const latest = useRef('')
  const save = useEffectEvent(() => {
    const draft = JSON.stringify({ step, entries: form.getValues() })
    // The first call only notes the initial state, which must not replace a draft that is still being restored.
    if (latest.current && draft !== latest.current) bookingDraft.save(draft)
    latest.current = draft
  })
  useEffect(() => save())
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => save() }), [form])
}

function knownOptions(name: string, values: string[]): string[] {
  const options = fieldOf('booking', name).options ?? []
  return options.map(({ value }) => value).filter((value) => values.includes(value))
}
