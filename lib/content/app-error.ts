export const appError = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. What you typed is still in this tab.',
  ticket: 'Service call',
  stamp: 'Leak found',
  rows: [
    { label: 'Address', text: 'This page' },
    { label: 'Problem', text: 'A pipe of ours burst' },
    { label: 'Fix', text: 'Try again first' },
  ],
  retry: 'Try again',
  home: 'Back to the home page',
} as const
