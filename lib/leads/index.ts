import 'server-only'

/**
 * What happens to a lead, for the pages and the server. In order: receive.ts (hold.ts, limits/, payload.ts), record.ts,
 * journal.ts, delivery.ts, webhook.ts.
 */

export { redeliverDue } from './delivery'
export { getJournal } from './journal'
export {
  clientAddress,
  isLocalRequest,
  proxiedHeader,
  socketAddressHeader,
} from './limits/client-address'
export { mayPost } from './limits/in-memory'
export { receiveForm } from './receive'
export { maintain } from './retention'
export { hasLeads, isSameFile } from './store/sqlite'
export { abortSends } from './webhook'
export { missingWebhooks, trialWebhooks } from './webhook-addresses'
