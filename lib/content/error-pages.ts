export const notFound = {
  title: 'Oops! Page not found',
  text: 'There’s no page at this address. Nothing leaked, nothing lost.',
  ticket: 'Service call',
  stamp: 'No such address',
  rows: [
    { label: 'Problem', text: 'Nobody lives here' },
    { label: 'Fix', text: 'Start over at the front door' },
  ],
  address: 'Address',
  home: 'Back to the home page',
} as const
