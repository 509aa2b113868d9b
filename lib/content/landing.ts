import { bookDemo, demoLength, setupMinutes } from './demo'
import { formatCount, formatDollars } from './numbers'
import { owner, type Rating } from './owner'

const fromPrice = owner.priceFrom ? [`From ${formatDollars(owner.priceFrom)} a month.`] : []

export const hero = {
  audience: 'AI call handling for plumbing companies',
  headline: ['Never lose revenue to a ', 'missed call', ' again.'],
  intro: 'Your phone gets answered, day or night. The job gets booked. You get the ticket.',
  demo: 'Get Personalized Demo',
  terms: [`Free demo, ${demoLength}.`, ...fromPrice, 'Cancel anytime.'],
  /** The number follows. */
  dial: 'Hear it yourself. No form, no salesman:',
  trust: ['5.0 customer rating', 'Joined by 100+ plumbers'],
  /** Where the rating is from. */
  ratedBy: ({ count, source }: Rating) => `${formatCount(count)} reviews on ${source}`,
  /** The name and town of `owner.person` stand before it. */
  person: ', stands behind it.',
  tiles: [
    {
      title: 'Zero Missed Calls',
      text: 'Answers every call in 3 rings. At night, on Sundays, while you’re under a sink.',
    },
    {
      title: 'Lead Generation',
      text: 'Calls, texts and website visits turn into jobs on your schedule.',
    },
    {
      title: 'Workflow Automation',
      text: 'Follows up on estimates and asks for reviews. You do nothing.',
    },
  ],
} as const

/** Everything in it is made up. The caption says that it is an example. No-break spaces keep lines short on a phone. */
export const callExample = {
  name: 'Example: a call at 2:14 AM becomes a job ticket',
  /** Of the player, if the owner has a recording. The words above are its transcript. */
  recording: 'Listen to a call',
  caption: 'An example call. Yours uses your name, your hours, your prices.',
  call: 'Incoming call, 2:14\u00a0AM',
  ringing: 'Ringing…',
  answered: 'Answered on ring 2',
  us: 'AI',
  them: 'Caller',
  says: [
    'Ruiz Plumbing. Where’s the trouble?',
    'Water heater’s leaking. 412 Cedar Street.',
    'A leaking water heater at 412 Cedar Street. Shut off the water to it, and the gas or the breaker. A plumber can be there at 7:30. OK?',
    'Yes. Thank you!',
  ],
  ticket: 'Job ticket',
  number: 'No. 0417',
  rows: [
    { label: 'Problem', text: 'Water heater leak' },
    { label: 'Address', text: '412 Cedar St' },
    { label: 'Appointment', text: '7:30\u00a0AM today' },
    { label: 'Likely job', text: '$1,850 replacement', money: true },
    { label: 'You did', text: 'Nothing. You slept.' },
  ],
  stamp: 'Booked',
  controls: {
    label: 'Example call',
    playing: 'Pause',
    paused: 'Resume',
    done: 'Play again',
    skip: 'Skip to the ticket',
  },
} as const

/** Each claim is on the page once: most of them here, the others in the hero. */
export const proof = {
  title: 'What changes when your phone gets answered',
  figures: [
    {
      figure: '98%',
      name: 'call answer rate',
      meaning: 'Callers get an answer instead of your voicemail.',
    },
    {
      figure: '40%',
      name: 'more bookings',
      meaning: 'Callers who get an answer stop calling around.',
    },
    {
      figure: '300%',
      name: 'ROI increase',
      meaning: 'Calls that used to go unanswered now pay for the service.',
    },
  ],
  promises: [
    /** With `owner.guarantee`, a link to its answer. */
    'Revenue protection guarantee',
    `${setupMinutes} minute setup`,
    '24/7 support',
    'Personalized setup included',
  ],
} as const

/** For the list of headings of a screen reader. */
export const people = { person: 'Who stands behind it', customer: 'What a customer says' } as const

export const features = {
  title: 'Your phone, answered the way you would on a good day',
  sorts: {
    title: 'Knows an emergency from an errand',
    text: 'You say what counts as one. It asks, and follows your rules.',
    lanes: [
      { says: 'Water through my ceiling!', result: 'Rings you, now', note: 'At any hour' },
      {
        says: 'My kitchen faucet drips.',
        result: 'Thursday, 10:00\u00a0AM',
        note: 'Booked',
      },
      { says: 'Two large pepperoni, please.', result: 'Gone', note: 'You never hear of it' },
    ],
  },
  week: {
    title: 'Fills the gaps in your week',
    text: 'Anyone who never got back to you gets a friendly nudge.',
    days: [
      { day: 'Mon', filled: '' },
      { day: 'Tue', filled: 'Old estimate' },
      { day: 'Wed', filled: 'Unanswered text' },
      { day: 'Thu', filled: '' },
      { day: 'Fri', filled: 'Past customer' },
    ],
  },
  night: {
    title: 'A ticket, not a message',
    text: ['Nothing to call back, nothing to write down.', 'It’s there when you wake up.'],
    time: '2:16',
    half: 'AM',
    now: 'now',
    notification: 'Booked: water heater, 412\u00a0Cedar, 7:30\u00a0AM',
  },
  gridTitle: 'Complete Business Solution',
  gridLead: 'Eight jobs you never have to hire for. Pick one, and it’s part of your demo.',
  /** The names of products follow. */
  worksWith: 'Works with:',
} as const

export const howItWorks = {
  title: 'Up and running in three steps',
  steps: [
    {
      title: 'Setup and onboarding call',
      text: 'We learn your area, your prices and what counts as an emergency.',
    },
    {
      title: 'AI answers and handles leads',
      text: 'Calls, texts and website forms. Emergencies go straight to you; the rest goes on your schedule.',
    },
    {
      title: 'You grow',
      text: 'More booked jobs, more reviews, fewer evenings on the phone.',
    },
  ],
  action: 'Book a Demo Call',
} as const

type Question = {
  question: string
  answer: string
  /** Of a question that is open, because a link leads to it. */
  id?: string
  /** The button of the dialog follows. */
  offersCall?: true
}

const answered = (question: string, answer: string | null): Question[] =>
  answer ? [{ question, answer }] : []

const cost: Question = {
  question: 'What does it cost?',
  answer: `${fromPrice[0] ?? 'There’s no price list.'} Ask in the demo what it costs for your business. The demo is free.`,
}

const hear: Question = {
  question: 'Can I hear it first?',
  answer: owner.recording
    ? 'Yes. Play the call at the top of this page. Or leave your number, and our AI will call you.'
    : 'Yes. Leave your number, and our AI will call you.',
  offersCall: true,
}

/** The first question is open: the price, if there is one. */
const [first, later] = owner.priceFrom ? [cost, hear] : [hear, cost]

export const faq: { title: string; items: readonly Question[] } = {
  title: 'Straight questions, straight answers',
  items: [
    first,
    ...answered('What about the other 2%?', owner.otherCalls),
    ...answered('How does the free trial work?', owner.trial),
    {
      question: 'Is it a robot?',
      answer: 'It’s AI. It picks up at night and on Sundays too.',
    },
    later,
    ...answered('Do I keep my number?', owner.keepsNumber),
    {
      question: 'What happens in an emergency?',
      answer:
        'It picks up and follows your rules. On your setup call you tell us what counts as an emergency and who should hear about it.',
    },
    ...answered('What does the revenue protection guarantee cover?', owner.guarantee).map(
      (question) => ({ ...question, id: 'guarantee' }),
    ),
    {
      question: 'Can I cancel?',
      answer: 'Yes. Anytime.',
    },
  ],
}

export const closingCta = {
  title: 'The next call is coming. Who picks up?',
  text: `The demo takes ${demoLength}. It’s built around your business, and it’s free.`,
  action: bookDemo,
  number: 'No. 0418',
  problem: 'Missed calls',
  appointment: 'Still open',
} as const

export const calculator = {
  title: 'What do missed calls cost you?',
  intro: 'Put in your own numbers. The ones here are a starting point, not a claim.',
  fields: {
    calls: { label: 'Calls a week' },
    missed: { label: 'You miss', after: '%' },
    jobs: { label: 'Would’ve turned into jobs', after: '%' },
    price: { label: 'Average job', before: '$' },
  },
  slider: (label: string) => `${label}, slider`,
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
  action: bookDemo,
} as const
