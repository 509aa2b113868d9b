export const calculator = {
  title: 'What do missed calls cost you?',
  lead: 'Put in your own numbers. The ones here are a starting point, not a claim.',
  fields: {
    calls: { label: 'Calls a week', slider: 'Calls a week, slider' },
    missed: { label: 'You miss', slider: 'You miss, slider', after: '%' },
    jobs: { label: 'Would have become jobs', slider: 'Would have become jobs, slider', after: '%' },
    price: { label: 'Average job', slider: 'Average job, slider', before: '$' },
  },
  ticket: 'Down the drain, every month',
  rows: {
    missedCalls: 'Calls missed',
    lostJobs: 'Jobs lost',
    week: 'Lost a week',
  },
  aWeek: 'a week',
  sum: (calls: string, missed: string, jobs: string, price: string) =>
    `${calls} calls × ${missed}% missed × ${jobs}% jobs × ${price} × 52/12 weeks`,
  honest: 'Your numbers, your arithmetic. No one wins back every call.',
  action: 'Plug the leak: book a demo',
} as const
