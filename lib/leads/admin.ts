import 'server-only'

/** What the commands of `npm run leads` and lib/ops use. */

export { hasFailingWebhook, redeliverDue, sendDue } from './delivery'
export { getJournal, Journal } from './journal'
export * from './lead'
export * from './outcomes'
export { buildPayload, entriesOf, webhookBody } from './payload'
export { maintain, purgeOld } from './retention'
export type { Store } from './store/database'
export { missingMigrations } from './store/migrations'
export { connect, isLocked, openSqlite } from './store/sqlite'
export { contactsOf } from './suspicion'
export { post, sendOnce, type WebhookResponse } from './webhook'
export * from './webhook-addresses'
