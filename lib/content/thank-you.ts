import { callbackTime, demoLength } from './demo'

export const thankYou = {
  title: 'Demo Booked Successfully!',
  text: `We’ll contact you within ${callbackTime} to confirm.`,
  google: 'Add to Google Calendar',
  ics: 'Download for other calendars (.ics)',
  icsSupport: (contacts: string[]) => `Questions or another time? ${contacts.join(' or ')}`,
  /** Before the link that changes the demo. */
  question: 'Is everything right?',
  change: 'Change it',
  /** Where the browser does not know the demo's entries, such as without scripts. How to reach support follows. */
  changeByCall: 'To change it, tell us when we call.',
  home: 'Back to Home',
  nextTitle: 'Next steps',
  next: [
    {
      title: 'Confirmation call',
      text: `Within ${callbackTime}. We’ll confirm the time and ask what you want to see.`,
    },
    {
      title: 'Personalized demo',
      text: `${demoLength}, built around your calls, your prices and your area.`,
    },
    { title: 'Custom solution', text: 'A setup plan and ROI projections for your business.' },
  ],
} as const

export const calendarEvent = {
  title: 'AI Demo Call - Plumbing Business Automation',
  details: 'Personalized demo call to discuss AI automation for your plumbing business',
  call: (lastDigits: string) => `We will call the number that ends in ${lastDigits}.`,
} as const
