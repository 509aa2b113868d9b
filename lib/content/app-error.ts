import { pageError } from './layout'

/** In a file of its own, because only one of the two error pages has a ticket, and every page loads both. */
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
