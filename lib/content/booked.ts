/** The stamped ticket of the thank-you page. */
export const bookedTicket = {
  title: 'Demo ticket',
  stamp: 'Booked',
  rows: {
    fullName: 'For',
    businessName: 'Business',
    day: 'Day',
    time: 'Time',
    elsewhere: 'Your clock',
    length: 'Length',
    cost: 'Cost',
  },
  unknownDay: 'As you picked it',
  unknownTime: 'We confirm it by phone',
  unknown: 'This page has forgotten your day and time. We have not: we call to confirm them.',
  pacificTime: (time: string) => `${time} Pacific Time`,
  length: '15-30 minutes',
  cost: 'Free',
} as const

export const calendarEvent = {
  title: 'AI Demo Call - Plumbing Business Automation',
  details: 'Personalized demo call to discuss AI automation for your plumbing business',
  minutes: 30,
} as const
