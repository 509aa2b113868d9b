/* Claims: every figure on the site, each with what it means for a plumber. */

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
