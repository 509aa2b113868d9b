/** The parts that the form works without, in one file that loads later. */

export { BookedNotice } from './booked-notice'
export { DatePicker, untilDateInputIsLeft } from './date-picker'
export { LiveTicket, LocalTimeNote, Services } from './live-ticket'
export { restoreBooking } from './restore-booking'
export { Review } from './review'
