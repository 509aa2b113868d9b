export { DemoTicket } from './demo-ticket'
export { Elsewhere } from './elsewhere'
export { ReviewTicket } from './review-ticket'
