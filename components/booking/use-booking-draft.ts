import { startTransition } from 'react'
import { knownOptions, useDraft } from '@/components/forms/use-draft'
import type { LeadForm } from '@/components/forms/use-lead-form'
import { lastStep } from './use-wizard-steps'

/** Restores a booking after a reload. `?services=` in the address selects services. */
export function useBookingDraft(
  lead: LeadForm,
  step: number,
  onRestoreStep: (step: number) => void,
) {
  useDraft(lead, step, (stored) => {
    const asked = new URLSearchParams(window.location.search).get('services')?.split(',') ?? []
    const services = knownOptions('booking', 'interestedServices', asked)
    if (services.length > 0) lead.form.setValue('interestedServices', services)
    startTransition(() => onRestoreStep(Math.min(Math.max(1, stored), lastStep)))
  })
}
