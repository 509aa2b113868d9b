/** What the booking page says around its form; none of it travels with the form's scripts. */
export const bookingPage = {
  title: 'Book your free demo',
  lead: 'Four short steps. The demo takes 15-30 minutes and is made for your business.',
  metaTitle: 'Book a free demo',
  metaDescription:
    'Free 15-minute consultation: see how AI call handling answers, books and follows up for your plumbing business.',
  whatHappensNext: {
    title: 'What Happens Next?',
    items: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
  },
} as const
