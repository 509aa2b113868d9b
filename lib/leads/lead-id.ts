import 'server-only'
import { createHash, createHmac, type Hash, type Hmac, randomBytes } from 'node:crypto'
import { processWide } from '@/lib/process-wide'
import type { LeadKind } from '@/lib/site'
import type { Payload } from './payload'
import type { LeadIds } from './records'
import { orNull, type Store } from './store/store'

/** The id of a lead is a hash of what was sent, so the same entries are the same lead however often they arrive. */
export function idsOf(submissionId: string, kind: LeadKind, payload: Payload): LeadIds {
  const id = hashOf(createHash('sha256'), [submissionId, kind, entriesOf(payload)])
  return { id, submissionId }
}

const hourMs = 3_600_000
/** Ids are in logs, and names and phone numbers are easy to guess, so this hash needs a secret. */
const processSecret = processWide('lead-id-secret', () => randomBytes(32).toString('base64'))

/**
 * The ids of a form that was sent without scripts, and so without a submission id: the same for the same entries from
 * the same client within an hour, and within the next hour if the journal has the lead.
 */
export async function deriveIds(
  store: Store | undefined,
  kind: LeadKind,
  payload: Payload,
  client: string,
): Promise<LeadIds & { before: LeadIds }> {
  const secret = (await orNull(() => store?.secret())) ?? processSecret
  const hour = Math.floor(Date.now() / hourMs)
  const inHour = (hour: number) => {
    const entries = [kind, entriesOf(payload), client, hour]
    return idsOf(hashOf(createHmac('sha256', secret), entries), kind, payload)
  }
  return { ...inHour(hour), before: inHour(hour - 1) }
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
