import { readFirstVisit } from '@/lib/client/session-storage'
import { getAttribution } from '../shared/submission-meta'

/** What a form needs once it is used: too large for the first load, so resolver.ts loads it on the first focus. */
export { zodResolver } from '@hookform/resolvers/zod'
export { leadSchema } from '../shared/schema'

/** Where the visitor came from, as JSON. Throws if the first page of the visit was not stored. */
export function visitAttribution(): string {
  const [address, referrer] = JSON.parse(readFirstVisit() ?? '')
  return JSON.stringify(getAttribution(new URL(address), referrer))
}
