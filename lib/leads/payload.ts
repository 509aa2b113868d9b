import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import { services } from '@/lib/content'
import { sources } from '@/lib/site'
import { pacific } from '@/lib/time'
import { sanitise, sanitiseText } from './clean'
import type { BookingLead, Lead } from './schema'

/** What leaves the building: the specification's bodies, key for key and in its order. */

export type Payload = Readonly<Record<string, string>>

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
