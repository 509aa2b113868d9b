import 'server-only'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import { services } from '@/lib/content/services'
import type { BodyExtra } from '@/lib/server/env'
import { sources } from '@/lib/site'
import { pacific } from '@/lib/time'
import type { Attribution } from '../shared/attribution'
import { sanitize, sanitizeFreeText } from '../shared/normalize'
import type { BookingLead, Lead } from '../shared/schema'

/** What leaves the building: the specification's bodies, key for key and in its order. */

export type Payload = Readonly<Record<string, string>>

/** What a lead has beside its body, and what of it ops may ask for. */
export type LeadMetadata = { consent: string; attribution?: Attribution }

/** The body on the wire: the payload alone, or with the extras that the environment asks for. */
export function webhookBody(
  { id, payload, extras }: { id: string; payload: Payload; extras: LeadMetadata },
  wanted: readonly BodyExtra[],
): string {
  const all: Record<BodyExtra, unknown> = {
    submissionId: id,
    attribution: extras.attribution ?? {},
    consent: extras.consent,
  }
  return JSON.stringify({
    ...payload,
    ...Object.fromEntries(wanted.map((extra) => [extra, all[extra]])),
  })
}

const formVersion = '1.0'

export function buildPayload(lead: Lead, submittedAt: Date): Payload {
  if (lead.kind === 'booking') return bookingPayload(lead, submittedAt)
  return {
    Name: sanitize(lead.name),
    Phone: sanitize(lead.phone),
    ...(lead.email !== undefined && { Email: sanitize(lead.email) }),
    Company: sanitize(lead.businessName),
    source: sources[lead.kind],
  }
}

function bookingPayload(lead: BookingLead, submittedAt: Date): Payload {
  const challenges = [...lead.challenges, lead.customChallenge].filter(Boolean)
  const interests = services.filter(({ slug }) => lead.interestedServices.includes(slug))
  const local = new TZDate(submittedAt.getTime(), pacific)
  return {
    fullName: sanitize(lead.fullName),
    businessName: sanitize(lead.businessName),
    email: sanitize(lead.email),
    phoneNumber: sanitize(lead.phoneNumber),
    businessDescription: sanitizeFreeText(lead.businessDescription),
    website: sanitize(lead.website),
    challenges: sanitizeFreeText(challenges.join(', ')),
    interestedServices: interests.map(({ name }) => name).join(', '),
    preferredDate: lead.preferredDate,
    preferredTime: lead.preferredTime,
    timezone: pacific,
    additionalNotes: sanitizeFreeText(lead.additionalNotes),
    submittedAt: submittedAt.toISOString(),
    submissionDate: format(local, 'yyyy-MM-dd'),
    submissionTime: format(local, 'h:mm:ss a'),
    source: sources.booking,
    formVersion,
  }
}
