import { expect, it } from 'vitest'
import { failureMessage } from '@/lib/forms/result'
import { sampleKind } from '../../support/visitor/visitor'

const unable = 'Unable to submit form. Please try again or contact support.'
const noAnswer =
  'No answer has arrived. Please check your connection and try again, or contact support.'
const tooMany = (wait: string) =>
  `Too many forms have come from your connection. Please try again in about ${wait}, or contact support.`
const reload =
  'We updated this site while you were on it. Please reload the page and send the form again.'

it.each([
  [
    'booking',
    { status: 'too-fast' },
    'Please wait',
    'Please wait a moment before submitting again.',
  ],
  [sampleKind, { status: 'too-many', minutes: 40 }, 'Please wait', tooMany('40 minutes')],
  ['booking', { status: 'too-many', minutes: 1 }, 'Please wait', tooMany('a minute')],
  [sampleKind, { status: 'undelivered' }, 'Error', unable],
  ['booking', { status: 'undelivered' }, 'Something went wrong', unable],
  ['booking', { status: 'unanswered' }, 'Something went wrong', noAnswer],
  [sampleKind, { status: 'unanswered' }, 'Error', noAnswer],
  ['booking', { status: 'outdated' }, 'Please reload', reload],
] as const)(
  'the failure message is worded as the error catalogue has it for %s, %o',
  (kind, answer, title, text) => {
    const namesSupport = text.includes('contact support') || undefined
    expect(failureMessage(kind, answer)).toEqual({ title, text, namesSupport })
  },
)

it('the failure message joins the messages of invalid fields without repeats', () => {
  const fields = {
    name: 'Invalid name format',
    phone: 'Invalid phone number format',
    other: 'Invalid name format',
  }
  expect(failureMessage('booking', { status: 'invalid', fields })).toEqual({
    title: 'Invalid input',
    text: 'Invalid name format, Invalid phone number format',
  })
})
