import 'server-only'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { BodyExtra } from '@/lib/env'
import { pacific, pacificDay } from '@/lib/pacific'
import { sources } from '@/lib/site'
import type { Attribution } from '../forms/attribution'
import { type FieldSpec, type FieldType, fieldsOf } from '../forms/fields'
import { forms } from '../forms/forms'
import { sanitize, sanitizeFreeText } from '../forms/normalize'
import type { Lead } from '../forms/schema'

export type Payload = Readonly<Record<string, string>>

/** What is stored with a lead besides its payload. */
export type LeadMetadata = {
  consent: string
  attribution?: Attribution
  /** The personal data has been deleted, also that in the attribution. */
  purged?: true
}

/** The request body: the payload, and the extras that WEBHOOK_BODY_EXTRAS asks for. */
export function webhookBody(
  { id, payload, extras }: { id: string; payload: Payload; extras: LeadMetadata },
  wanted: readonly BodyExtra[],
): string {
  const { attribution = {}, consent } = extras
  const all: Record<BodyExtra, unknown> = { leadId: id, attribution, consent }
  const added = Object.fromEntries(wanted.map((extra) => [extra, all[extra]]))
  return JSON.stringify({ ...payload, ...added })
}

const formVersion = '1.0'

/** The specification's body, key for key and in its order. */
export function buildPayload(lead: Lead, submittedAt: Date): Payload {
  const fields = sentFields(lead)
  const source = sources[lead.kind]
  if (lead.kind !== 'booking') return { ...fields, source }
  return {
    ...fields,
    submittedAt: submittedAt.toISOString(),
    submissionDate: pacificDay(submittedAt),
    submissionTime: format(new TZDate(submittedAt.getTime(), pacific), 'h:mm:ss a'),
    source,
    formVersion,
  }
}

/** Their rules allow a first character that starts a formula. */
const freeTextTypes: FieldType[] = ['name', 'business', 'text', 'choices']

function sentFields(lead: Lead): Record<string, string> {
  const sent: Record<string, string> = {}
  const fields = fieldsOf(forms[lead.kind])
  for (const { payloadKey } of fields) {
    if (payloadKey === null) continue
    const joined = fields.filter((field) => field.payloadKey === payloadKey)
    const texts = joined.flatMap((field) => textsOf(field, lead[field.name]))
    const isFreeText = joined.some(({ type }) => freeTextTypes.includes(type))
    const clean = isFreeText ? sanitizeFreeText : sanitize
    sent[payloadKey] = clean(texts.filter(Boolean).join(', '))
  }
  return sent
}

function textsOf(field: FieldSpec, entered: string | string[] = ''): string[] {
  const { type, value, options = [] } = field
  if (type === 'fixed') return [value ?? '']
  if (type !== 'choices') return [entered].flat()
  return options.filter((option) => entered.includes(option.value)).map(({ label }) => label)
}
