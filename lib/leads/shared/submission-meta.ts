import { type Attribution, parseAttribution } from './attribution'
import { honeypotField } from './fields'
import { strings } from './form-data'

/** What a form posts besides its fields. */
export type SubmissionMeta = {
  submissionId?: string
  attribution?: Attribution
  filledHoneypot?: boolean
}

export function parseSubmissionMeta(form: unknown): SubmissionMeta {
  if (!(form instanceof FormData)) return {}
  const id = strings(form, 'submissionId')[0]?.toLowerCase()
  return {
    submissionId: id && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined,
    filledHoneypot: strings(form, honeypotField).some((value) => value !== ''),
    attribution: parseAttribution(strings(form, 'attribution')[0]),
  }
}
