import { type RefObject, startTransition, useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { bookingDraft } from '@/lib/client/draft'
import { parseFormValues } from '@/lib/leads/shared/form-data'
import { type BookingFields, type FieldName, lastStep, type Service } from './fields'

type Visit = { step: number; interests: string[]; submissionId: string }

/** A campaign's link and an earlier load of this page fill the form; what stands in it already stays. */
export function useBookingDraft({
  form,
  formElement,
  services,
  visit,
  resume,
  onResume,
}: {
  form: UseFormReturn<BookingFields>
  formElement: RefObject<HTMLFormElement | null>
  services: Service[]
  visit: Visit
  resume: boolean
  onResume: (visit: Visit) => void
}) {
  const restore = useEffectEvent(() => {
    if (!resume || !formElement.current) return
    const draft = bookingDraft.read()
    const present = parseFormValues('booking', new FormData(formElement.current))
    for (const [name, value] of Object.entries(draft?.entries ?? {})) {
      if (present[name]?.length === 0) form.setValue(name as FieldName, value as never)
    }
    const asked = new URLSearchParams(window.location.search).get('services')?.split(',') ?? []
    const known = (slugs: string[]) =>
      services.map(({ slug }) => slug).filter((slug) => slugs.includes(slug))
    const listed = known(listOf(draft?.entries.interestedServices))
    const visit = {
      step: Math.min(Math.max(1, draft?.step ?? 1), lastStep),
      interests: known(asked).length > 0 ? known(asked) : listed,
      submissionId: String(draft?.entries.submissionId ?? ''),
    }
    startTransition(() => onResume(visit))
  })
  useEffect(() => restore(), [])

  const { step, interests, submissionId } = visit
  const last = useRef('')
  const save = useEffectEvent(() => {
    const draft = JSON.stringify({
      step,
      entries: { ...form.getValues(), interestedServices: interests, submissionId },
    })
    // What the page starts with is no news, and must not replace what is still being brought back.
    if (last.current && draft !== last.current) bookingDraft.save(draft)
    last.current = draft
  })
  useEffect(() => save())
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => save() }), [form])
}

export function listOf(value: string | string[] | undefined): string[] {
  return Array.isArray(value) ? value : []
}
