import 'server-only'

/**
 * What happens to a lead, for the pages and routes. In order: receive.ts (hold.ts, limits/, payload.ts), record.ts,
 * journal.ts, delivery.ts, webhook.ts.
 */

export { redeliverDue } from './delivery'
export { getJournal } from './journal'
export { receiveForm } from './receive'
export { maintain } from './retention'
