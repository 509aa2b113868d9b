/**
 * The words of the product. Components arrange them, tests read them, nothing repeats them. They lie in one file a
 * subject, so that a page's scripts carry only the words that they show.
 */

export * from './content/agents'
export * from './content/app-error'
export * from './content/booked'
export * from './content/booking'
export * from './content/booking-live'
export * from './content/booking-page'
export * from './content/calculator'
export * from './content/calendar'
export * from './content/callback'
export * from './content/challenges'
export * from './content/claims'
export * from './content/fields'
export * from './content/invalid'
export * from './content/landing'
export * from './content/not-found'
export * from './content/notices'
export * from './content/page-error'
export * from './content/refusal'
export * from './content/services'
export * from './content/site'
export * from './content/thank-you'
export * from './content/tickets'
