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

export const pageError = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our end. Anything you typed is still in this tab.',
  retry: 'Try again',
  home: 'Back to the home page',
} as const
