import 'server-only'

/**
 * The door for app and components. The road of a lead, in order: deliver.ts calls accept.ts, admit.ts, record.ts, send.ts, and
 * journal.ts, which has the states; redeliver.ts sends again; maintenance.ts deletes.
 */

export { receiveForm } from './deliver'
export { getJournal, getVisitStore } from './journal'
export { maintain } from './maintenance'
export { redeliverDue } from './redeliver'
export { type Query, tryJournal } from './store/database'
