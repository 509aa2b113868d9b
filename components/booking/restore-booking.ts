import type { UseFormReturn } from 'react-hook-form'
import { bookingForm, lastStep } from '@/lib/forms/booking-form'
import { restoreDraft } from '@/lib/forms/client/drafts'
import type { FormEntries } from '@/lib/forms/form-data'
import { servicesIn } from '@/lib/forms/services-in-address'

/**
 * `?services=` in the address selects services, and `?change` has written the draft. Both are removed from the address before
 * steps get entries in the history, so that no reload selects a service again that the visitor has removed, or starts a change
 * again: the draft has them.
 */
export function restoreBooking(
  hookForm: UseFormReturn<FormEntries>,
  stored: string | null,
): number {
  const step = restoreDraft(bookingForm, hookForm, stored)
  const address = new URL(location.href)
  const services = servicesIn(address.search)
  if (services.length > 0) hookForm.setValue('interestedServices', services)
  address.searchParams.delete('services')
  address.searchParams.delete('change')
  history.replaceState({ steps: history.state?.steps }, '', address)
  return Math.min(Math.max(1, step), lastStep)
}
