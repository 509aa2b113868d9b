import 'server-only'

/** What the commands of `npm run leads` and lib/ops use. */

export { hasFailingWebhook, redeliverDue, sendDue, unrecordedNow } from './delivery'
export { countWithoutId, importRows } from './import'
export { getJournal, Journal } from './journal'
export * from './lead'
export * from './outcomes'
export { buildPayload, entryOf, webhookBody } from './payload'
export { maintain, purgeOld } from './retention'
export { leaseExpired, maxWaitMs } from './schedule'
export type { Query, Reader, Row, Store, Value } from './store/database'
export { missingMigrations, NewerJournalError } from './store/migrations'
export { openPostgres } from './store/postgres'
export { isInUse, isSameFile, openSqlite, readSqlite } from './store/sqlite'
export { contactsOf, mailboxOf } from './suspicion'
export { post, sendOnce, type WebhookResponse } from './webhook'
export * from './webhook-addresses'
