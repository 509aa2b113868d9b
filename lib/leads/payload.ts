import 'server-only'
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import type { BodyExtra } from '@/lib/server/env'
import { site } from '@/lib/site'
import type { Attribution } from '../forms/attribution'
import { type FieldSpec, type FieldType, type FormSpec, fieldsOf } from '../forms/fields'
import { forms, type LeadKind } from '../forms/forms'
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
  const form: FormSpec = forms[lead.kind]
  const source = form.source ? `${site.name}: ${form.source}` : site.name
  if (lead.kind !== 'booking') return { ...fields, source }
  return {
    ...fields,
    submittedAt: submittedAt.toISOString(),
    submissionDate: dayInZone(submittedAt),
    submissionTime: format(new TZDate(submittedAt.getTime(), zone.id), 'h:mm:ss a'),
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
  const { type, value, options } = field
  if (type === 'fixed') return [value ?? '']
  const entries = [entered].flat()
  if (!options) return entries
  return options.filter((option) => entries.includes(option.value)).map(({ label }) => label)
}

const contactKeys = new Map<string, Map<string, string>>(
  Object.entries(forms).map(([kind, form]) => [kind, contactKeysOf(form)]),
)

/** What the visitor has entered into the field of this type. */
export function entryOf(
  { kind, payload }: { kind: LeadKind; payload: Payload },
  type: 'name' | 'phone' | 'email',
): string {
  // Another program can have stored any kind and any value.
  return String(payload[contactKeys.get(kind)?.get(type) ?? ''] ?? '')
}

/** The keys of the first field of each type. */
function contactKeysOf(form: FormSpec): Map<string, string> {
  const fields = fieldsOf(form).reverse()
  return new Map(fields.map(({ type, payloadKey }) => [type, payloadKey ?? '']))
}

export type LeadIds = {
  /** Identifies the entries: the same entries of a submission have the same id. */
  id: string
  /** Of this version of the form, so that the same entries can come again after others. */
  submissionId: string
  /** The submission id of the first version. Only the browser that has filled in the form knows it. */
  thread: string
}

/** The id of a lead is a hash of what was sent, so the same entries are the same lead however often they arrive. */
export function idsOf(
  submissionId: string,
  kind: LeadKind,
  payload: Payload,
  thread = submissionId,
): LeadIds {
  const id = hashOf(createHash('sha256'), [submissionId, kind, entriesOf(payload)])
  return { id, submissionId, thread }
}

/**
 * The ids of a form that was sent without scripts, and so without a submission id: the same for the same entries from
 * the same client on one day. Ids are in logs, and names and phone numbers are easy to guess, so the hash needs a secret.
 */
export function deriveIds(
  secret: string,
  kind: LeadKind,
  payload: Payload,
  client: string,
  now: Date,
): LeadIds {
  const entries = [kind, entriesOf(payload), client, dayInZone(now)]
  return idsOf(hashOf(createHmac('sha256', secret), entries), kind, payload)
}

/** The visitor's entries: the payload without the time of submission. */
function entriesOf(payload: Payload): Payload {
  const { submittedAt, submissionDate, submissionTime, ...entries } = payload
  return entries
}

/** As a UUID. */
function hashOf(hash: Hash | Hmac, values: unknown[]): string {
  const hex = hash.update(JSON.stringify(values)).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}
