import 'server-only'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import { services } from '@/lib/content/services'
import type { BodyExtra } from '@/lib/server/env'
import { sources } from '@/lib/site'
import { pacific } from '@/lib/time'
import type { Attribution } from '../shared/attribution'
import { sanitise, sanitiseText } from '../shared/normalize'
import type { BookingLead, Lead } from '../shared/schema'

/** What leaves the building: the specification's bodies, key for key and in its order. */

export type Payload = Readonly<Record<string, string>>

/** What a lead has beside its body, and what of it ops may ask for. */
export type Extras = { consent: string; attribution?: Attribution }

/** The body on the wire: the payload alone, or with the extras that the environment asks for. */
export function bodyOf(
  { id, payload, extras }: { id: string; payload: Payload; extras: Extras },
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

export function payloadFor(lead: Lead, submittedAt: Date): Payload {
  if (lead.kind === 'booking') return bookingPayload(lead, submittedAt)
  return {
    Name: sanitise(lead.name),
    Phone: sanitise(lead.phone),
    ...(lead.email !== undefined && { Email: sanitise(lead.email) }),
    Company: sanitise(lead.businessName),
    source: sources[lead.kind],
  }
}

function bookingPayload(lead: BookingLead, submittedAt: Date): Payload {
  const challenges = [...lead.challenges, lead.customChallenge].filter(Boolean)
  const interests = services.filter(({ slug }) => lead.interestedServices.includes(slug))
  const local = new TZDate(submittedAt.getTime(), pacific)
  return {
    fullName: sanitise(lead.fullName),
    businessName: sanitise(lead.businessName),
    email: sanitise(lead.email),
    phoneNumber: sanitise(lead.phoneNumber),
    businessDescription: sanitiseText(lead.businessDescription),
    website: sanitise(lead.website),
    challenges: sanitiseText(challenges.join(', ')),
    interestedServices: interests.map(({ name }) => name).join(', '),
    preferredDate: lead.preferredDate,
    preferredTime: lead.preferredTime,
    timezone: pacific,
    additionalNotes: sanitiseText(lead.additionalNotes),
    submittedAt: submittedAt.toISOString(),
    submissionDate: format(local, 'yyyy-MM-dd'),
    submissionTime: format(local, 'h:mm:ss a'),
    source: sources.booking,
    formVersion,
  }
}
