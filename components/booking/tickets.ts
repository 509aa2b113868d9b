export { DemoTicket } from './demo-ticket'
export { LocalTimeNote } from './local-time-note'
export { ReviewTicket } from './review-ticket'
