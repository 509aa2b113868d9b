import type { LeadKind } from '@/lib/site'
import { type Attribution, parseAttribution } from './attribution'

/** A form's fields by name: the one shape in which entries travel between page, server and page. */

const textFields = {
  'see-ai-in-action': ['name', 'phone', 'businessName', 'email'],
  'call-our-ai': ['name', 'phone', 'businessName'],
  booking: [
    'fullName',
    'phoneNumber',
    'businessName',
    'email',
    'businessDescription',
    'website',
    'customChallenge',
    'currentTools',
    'preferredDate',
    'preferredTime',
    'additionalNotes',
  ],
} as const satisfies Record<LeadKind, readonly string[]>

const listFields = {
  'see-ai-in-action': [],
  'call-our-ai': [],
  booking: ['challenges', 'interestedServices'],
} as const satisfies Record<LeadKind, readonly string[]>

/** What a form carries beside its fields. */
export type SubmissionMeta = { submissionId?: string; attribution?: Attribution; bait?: boolean }

/** A field that people do not see and browsers do not fill in. */
export const honeypotField = 'reference_note'

export type FormValues = Record<string, string | string[]>

/** Takes the named string fields of whatever arrived and nothing else: no files, no surprises. */
export function parseFormValues(kind: LeadKind, form: unknown): FormValues {
  const entries: FormValues = {}
  const data = form instanceof FormData ? form : new FormData()
  for (const name of textFields[kind]) entries[name] = strings(data, name)[0] ?? ''
  for (const name of listFields[kind]) entries[name] = [...new Set(strings(data, name))]
  return entries
}

export function parseSubmissionMeta(form: unknown): SubmissionMeta {
  if (!(form instanceof FormData)) return {}
  const id = strings(form, 'submissionId')[0]?.toLowerCase()
  return {
    submissionId: id && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined,
    bait: strings(form, honeypotField).some((value) => value !== ''),
    attribution: parseAttribution(strings(form, 'attribution')[0]),
  }
}

function strings(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === 'string')
}
