const ticket = {
  title: 'Demo ticket',
  rows: {
    fullName: 'For',
    businessName: 'Business',
    phoneNumber: 'We call',
    day: 'Day',
    time: 'Time',
    localTime: 'Your clock',
    length: 'Length',
    cost: 'Cost',
  },
  cost: 'Free',
} as const

/** The ticket beside the form, and the review. */
export const demoTicket = {
  ...ticket,
  waiting: 'Fills in as you type',
  pacific: (time: string) => `${time} Pacific`,
  localTime: (time: string) => `Where you are, that is ${time}.`,
  review: 'Your demo',
  empty: 'Not given',
  change: 'Change',
  remove: (service: string) => `Remove ${service}`,
} as const

/** The ticket of the thank-you page. */
export const bookedTicket = {
  ...ticket,
  stamp: 'Booked',
  unknownDay: 'As you picked it',
  unknownTime: 'We confirm it by phone',
  unknown: 'This page has forgotten your day and time. We have not: we call to confirm them.',
  pacificTime: (time: string) => `${time} Pacific Time`,
  length: '15-30 minutes',
} as const
