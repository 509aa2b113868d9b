import { readFirstVisit } from '@/lib/client/session-storage'
import { getAttribution } from '../shared/attribution'

/** What a form needs once it is used: too large for the first load, so resolver.ts loads it on the first focus. */
export { zodResolver } from '@hookform/resolvers/zod'
export { leadSchema } from '../shared/schema'

/** As JSON. Throws if the first page is not stored. */
export function attributionOfVisit(): string {
  const [address, referrer] = JSON.parse(readFirstVisit() ?? '')
  return JSON.stringify(getAttribution(new URL(address), referrer))
}
