export const hero = {
  audience: 'AI call handling for plumbing companies',
  headline: ['Never miss revenue to a ', 'missed call', ' again.'],
  lead: 'Your phone gets answered in 3 rings, day or night. The job gets booked. You get the ticket.',
  demo: 'Get Personalized Demo',
  live: 'See Live AI in Action',
  small: '10 minute setup. Cancel anytime. 100+ plumbers have joined.',
  tiles: [
    {
      title: 'Zero Missed Calls',
      text: '98% call answer rate. Nights, Sundays, while you’re under a sink.',
    },
    {
      title: 'Lead Generation',
      text: 'Callers, texters and site visitors land on your schedule. 40% more bookings.',
    },
    {
      title: 'Workflow Automation',
      text: 'Estimates chased, reviews asked for, invoices nudged. Without you.',
    },
  ],
} as const

/** Everything in it is made up. The caption says that it is an example. */
export const callExample = {
  name: 'Example: a call at 2:14 AM becomes a job ticket',
  caption: 'An example call. Yours uses your name, your hours, your prices.',
  call: 'Incoming call, 2:14 AM',
  answered: 'Answered on ring 2',
  us: 'AI',
  them: 'Caller',
  says: [
    'Thanks for calling Ruiz Plumbing. What’s going on?',
    'Water heater’s leaking all over the garage.',
    'Shut the cold valve above the tank, quarter turn right. I can have a plumber there at 7:30. Does that work?',
    'Yes. Thank you!',
  ],
  ticket: 'Job ticket',
  number: 'No. 0417',
  rows: [
    { label: 'Problem', text: 'Leaking water heater, garage' },
    { label: 'Slot', text: 'Today, 7:30 AM' },
    { label: 'Worth', text: '$1,850 replacement', money: true },
    { label: 'You did', text: 'Nothing. You slept.' },
  ],
  stamp: 'Booked',
  controls: {
    label: 'Example call',
    playing: 'Pause',
    paused: 'Go on',
    done: 'Play again',
    skip: 'Skip to the ticket',
  },
} as const

export const proof = {
  title: 'What changes when every call is answered',
} as const

export const features = {
  title: 'Your phone, answered like you would on a good day',
  cards: [
    {
      title: 'Answers every call in 3 rings',
      text: 'It knows your area, your hours and your prices. It asks what broke, says where the shut-off is, and books the slot.',
    },
    {
      title: 'Fills the gaps in your week',
      text: 'Missed texts, old estimates and quiet customers get a friendly nudge. 40% more bookings, 300% ROI increase.',
    },
    {
      title: 'Hands you a ticket, not a message',
      text: 'Name, address, problem, slot. On your phone before you have washed your hands.',
    },
  ],
  gridTitle: 'Complete Business Solution',
  gridLead: 'Eight jobs you never have to hire for.',
} as const

export const howItWorks = {
  title: 'Up and running before lunch',
  steps: [
    {
      title: 'Setup call',
      text: 'We learn your area, your prices and what counts as an emergency. 10 minute setup, personalized and included.',
    },
    {
      title: 'AI answers and handles leads',
      text: 'Every call in 3 rings, every text, every form. Emergencies reach you, the rest lands on the schedule.',
    },
    {
      title: 'You grow',
      text: 'More booked jobs, more reviews, fewer evenings on the phone. 24/7 support, cancel anytime.',
    },
  ],
  action: 'Book a Demo Call',
} as const

export const faq = {
  title: 'Straight questions, straight answers',
  items: [
    {
      question: 'Is it a robot?',
      answer: 'It’s AI. It answers every call in 3 rings, day or night.',
    },
    {
      question: 'Can I hear it first?',
      answer: 'Yes. Leave your number under “See Live AI in Action” and our AI will call you.',
    },
    {
      question: 'What happens in an emergency?',
      answer:
        'It gets answered in 3 rings, like every call. On your setup call you tell us what counts as an emergency and who should hear about it.',
    },
    {
      question: 'Can I cancel?',
      answer: 'Yes. Anytime.',
    },
  ],
} as const

export const closingCta = {
  title: 'The next call is coming. Who picks up?',
  text: 'The demo takes 15-30 minutes. It’s built around your business, and it’s free.',
  action: 'Pick a time for your demo',
  number: 'No. 0418',
} as const

/* Every figure on the site, with what it means for a plumber. */

export const claims = {
  answerRate: {
    figure: '98%',
    name: 'call answer rate',
    meaning: 'Nights, Sundays, while you’re under a sink.',
  },
  bookings: {
    figure: '40%',
    name: 'more bookings',
    meaning: 'Callers who reach someone stop calling around.',
  },
  roi: {
    figure: '300%',
    name: 'ROI increase',
    meaning: 'Jobs that used to ring out now pay for the service.',
  },
  rings: {
    figure: '3 rings',
    name: 'to answer every call',
    meaning: 'No voicemail, no hold music, no “call us back”.',
  },
  rating: {
    figure: '5.0',
    name: 'customer rating',
    meaning: 'From the plumbers who run their phones on it.',
  },
  plumbers: {
    figure: '100+',
    name: 'plumbers have joined',
    meaning: 'One-truck shops and whole crews.',
  },
  support: { figure: '24/7', name: 'support', meaning: 'Help from us, whatever the hour.' },
} as const

export const promises = [
  { name: '10 minute setup', meaning: 'Shorter than a run to the supply house.' },
  {
    name: 'Personalized setup included',
    meaning: 'We set up your prices, your area, your way of talking.',
  },
  { name: 'Cancel anytime', meaning: 'You leave when you like.' },
  { name: 'Revenue protection guarantee', meaning: 'Ask us for the terms in your demo.' },
] as const

export const calculator = {
  title: 'What do missed calls cost you?',
  lead: 'Put in your own numbers. The ones here are a starting point, not a claim.',
  fields: {
    calls: { label: 'Calls a week', slider: 'Calls a week, slider' },
    missed: { label: 'You miss', slider: 'You miss, slider', after: '%' },
    jobs: {
      label: 'Would’ve turned into jobs',
      slider: 'Would’ve turned into jobs, slider',
      after: '%',
    },
    price: { label: 'Average job', slider: 'Average job, slider', before: '$' },
  },
  ticket: 'Down the drain, every month',
  rows: {
    missedCalls: 'Calls missed',
    lostJobs: 'Jobs lost',
    week: 'Lost per week',
  },
  aWeek: 'a week',
  sum: (calls: string, missed: string, jobs: string, price: string) =>
    `${calls} calls × ${missed}% missed × ${jobs}% jobs × ${price}, times 52 weeks, divided by 12 months.`,
  honest: 'Your numbers, your math. No one wins back every call.',
  action: 'Plug the leak: book a demo',
} as const
