import type { LeadKind } from '@/lib/site'

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

export type Entries = Record<string, string | string[]>

/** Takes the named string fields of whatever arrived and nothing else: no files, no surprises. */
export function readEntries(kind: LeadKind, form: unknown): Entries {
  const entries: Entries = {}
  const data = form instanceof FormData ? form : new FormData()
  for (const name of textFields[kind]) entries[name] = strings(data, name)[0] ?? ''
  for (const name of listFields[kind]) entries[name] = [...new Set(strings(data, name))]
  return entries
}

function strings(data: FormData, name: string): string[] {
  return data.getAll(name).filter((value) => typeof value === 'string')
}
