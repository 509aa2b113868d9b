import type { UseFormReturn } from 'react-hook-form'
import { bookingForm } from '@/lib/forms/booking-form'
import { knownOptions, restoreDraft } from '@/lib/forms/client/drafts'
import type { FormEntries } from '@/lib/forms/form-data'
import { lastStep } from './use-wizard-steps'

/**
 * Restores a stored draft and returns its step. Its day may no longer be bookable, which the field then says.
 * `?services=` in the address selects services.
 */
export function restoreBooking(
  hookForm: UseFormReturn<FormEntries>,
  stored: string | null,
): number {
  const step = restoreDraft(bookingForm, hookForm, stored)
  if (hookForm.getValues('preferredDate')) void hookForm.trigger('preferredDate')
  const asked = new URLSearchParams(location.search).get('services')?.split(',') ?? []
  const services = knownOptions(bookingForm, 'interestedServices', asked)
  if (services.length > 0) hookForm.setValue('interestedServices', services)
  return Math.min(Math.max(1, step), lastStep)
}

/** Also removes it from the address, so that a reload does not select it again. */
export function removeService(hookForm: UseFormReturn<FormEntries>, service: string): void {
  const selected = hookForm.getValues('interestedServices') ?? []
  hookForm.setValue(
    'interestedServices',
    selected.filter((slug) => slug !== service),
  )
  const address = new URL(location.href)
  address.searchParams.delete('services')
  history.replaceState({ steps: history.state?.steps }, '', address)
}
