import { bookingForm } from './booking-form'
import { knownOptions } from './form-data'

/** In which proxy.ts passes on the query of the address to which a form was posted. */
export const formQueryHeader = 'x-form-query'

/** The services that the address of the booking form selects: `?services=voice-ai-agent,chat-agent`. */
export function servicesIn(query: string): string[] {
  const asked = new URLSearchParams(query).get('services')?.split(',') ?? []
  return knownOptions(bookingForm, 'interestedServices', asked)
}
