import { pageError } from './page-error'

export const appError = {
  ...pageError,
  ticket: 'Service call',
  stamp: 'Leak found',
  rows: [
    { label: 'Address', text: 'This page' },
    { label: 'Problem', text: 'A pipe of ours burst' },
    { label: 'Fix', text: 'Try again first' },
  ],
} as const
