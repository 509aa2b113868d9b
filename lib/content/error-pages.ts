import { pageError } from './layout'

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

/** Not beside `pageError`, because only one of the two error pages has a ticket, and every page loads both. */
export const appError = {
  ...pageError,
  ticket: 'Service call',
  stamp: 'Leak found',
  rows: [
    { label: 'Address', text: 'This page' },
    { label: 'Problem', text: 'One of our pipes burst' },
    { label: 'Fix', text: 'Try again' },
  ],
} as const
