import 'server-only'
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { notStated } from '@/lib/content/consent'
import { isIsoDate } from '@/lib/dates/dates'
import { dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { site } from '@/lib/site'
import { type FieldSpec, type FieldType, type FormSpec, fieldsOf } from '../forms/fields'
import { type FormEntries, parseFormValues, parseSubmissionMeta } from '../forms/form-data'
import { forms, type LeadKind } from '../forms/forms'
import { sanitize, sanitizeFreeText } from '../forms/normalize'
import { type Lead, validateLead } from '../forms/schema'
import type { LeadRecord, Payload } from './lead'

/** From a post to a lead: fields, payload, and ids. Depends on nothing but its arguments. */

type Post = ReturnType<typeof parsePost>

/** The fields of the form and what a page posts besides them. Nothing that a client can post makes this throw. */
export function parsePost(kind: LeadKind, posted: unknown) {
  const values = parseFormValues(forms[kind], posted)
  return { values, ...parseSubmissionMeta(posted), validated: validateLead(kind, values) }
}

/** What the page gets back of a post: the entries, and the ids for the next attempt. */
export function returnedEntries(
  { values, submissionId, thread }: Post,
  ids?: LeadIds,
): FormEntries {
  const next = ids ?? { submissionId, thread }
  return { ...values, submissionId: next.submissionId ?? '', thread: next.thread ?? '' }
}

/** The lead of a valid post. The secret and the address are for the ids of a form that was sent without scripts. */
export function acceptLead(
  { submissionId, thread, attribution, consent }: Post,
  valid: Lead,
  secret: string,
  address: string,
  now: Date,
): { lead: LeadRecord; ids: LeadIds } {
  const { kind } = valid
  const payload = buildPayload(valid, now)
  const ids = submissionId
    ? idsOf(submissionId, kind, payload, thread)
    : deriveIds(secret, kind, payload, address, now)
  const extras = { consent: shownText(consent), attribution }
  return { lead: { id: ids.id, thread: ids.thread, kind, payload, extras }, ids }
}

/** Another build that runs beside this one can show a consent text that this one does not have. */
function shownText(name = ''): string {
  const day = name.replace(/-(calls|texts)$/, '')
  return isIsoDate(day) ? name : notStated
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

export type LeadIds = Pick<LeadRecord, 'id' | 'thread'> & {
  /** Of this version of the form, so that the same entries can come again after others. */
  submissionId: string
}

/** The id of a lead is a hash of what was sent, so the same entries are the same lead however often they arrive. */
export function idsOf(
  submissionId: string,
  kind: LeadKind,
  payload: Payload,
  thread = submissionId,
): LeadIds {
  const id = hashOf(createHash('sha256'), [submissionId, kind, entered(payload)])
  return { id, submissionId, thread }
}

/**
 * The ids of a form that was sent without scripts, and so without a submission id: the same for the same entries from
 * the same client on one day. Ids are in logs, and names and phone numbers are easy to guess, so the hash needs a secret.
 */
function deriveIds(
  secret: string,
  kind: LeadKind,
  payload: Payload,
  client: string,
  now: Date,
): LeadIds {
  const entries = [kind, entered(payload), client, dayInZone(now)]
  return idsOf(hashOf(createHmac('sha256', secret), entries), kind, payload)
}

/** The visitor's entries: the payload without the time of submission. */
function entered(payload: Payload): Payload {
  const { submittedAt, submissionDate, submissionTime, ...entries } = payload
  return entries
}

/** As a UUID. */
function hashOf(hash: Hash | Hmac, values: unknown[]): string {
  const hex = hash.update(JSON.stringify(values)).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}
