import type { UseFormReturn } from 'react-hook-form'
import { parseDraft } from '@/lib/client/booking-draft'
import { fieldOf } from '@/lib/leads/shared/fields'
import { type FormValues, toFormValues } from '@/lib/leads/shared/form-data'
import { lastStep } from './use-wizard-steps'

/**
 * Puts the values of a stored draft into fields that are still empty, and returns its step. `?services=` in the address
 * selects services.
 */
export function restoreDraft(form: UseFormReturn<FormValues>, stored: string | null): number {
  const draft = parseDraft(stored)
  const present = toFormValues('booking', form.getValues())
  for (const [name, entry] of Object.entries(draft?.entries ?? {})) {
    const value = Array.isArray(entry) ? knownOptions(name, entry) : entry
    if (value.length > 0 && !present[name]?.length) form.setValue(name, value)
  }
  const asked = new URLSearchParams(location.search).get('services')?.split(',') ?? []
  const services = knownOptions('interestedServices', asked)
  if (services.length > 0) form.setValue('interestedServices', services)
  return Math.min(Math.max(1, draft?.step ?? 1), lastStep)
}

/** Also removes it from the address, so that a reload does not select it again. */
export function removeService(form: UseFormReturn<FormValues>, service: string): void {
  const selected = [form.getValues('interestedServices') ?? []].flat()
  form.setValue(
    'interestedServices',
    selected.filter((slug) => slug !== service),
  )
  const address = new URL(location.href)
  address.searchParams.delete('services')
  history.replaceState(null, '', address)
}

function knownOptions(name: string, values: string[]): string[] {
  const options = fieldOf('booking', name).options ?? []
  return options.map(({ value }) => value).filter((value) => values.includes(value))
}
