/** What stands on the ticket beside the form, and on the review that it becomes. */
export const demoTicket = {
  title: 'Demo ticket',
  waiting: 'Fills in as you type',
  rows: {
    fullName: 'For',
    businessName: 'Business',
    phoneNumber: 'We call',
    preferredDate: 'Day',
    preferredTime: 'Time',
    elsewhere: 'Your clock',
    cost: 'Cost',
  },
  cost: 'Free',
  pacific: (time: string) => `${time} Pacific`,
  elsewhere: (there: string) => `Where you are, that is ${there}.`,
  review: 'Your demo',
  empty: 'Not given',
  change: 'Change',
} as const
