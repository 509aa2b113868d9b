import { expect, it } from 'vitest'
import { failureMessage } from '@/lib/forms/result'

const unable = 'Unable to submit form. Please try again or contact support.'

it.each([
  [
    'booking',
    { status: 'too-fast' },
    'Please wait',
    'Please wait a moment before submitting again.',
  ],
  ['call-our-ai', { status: 'undelivered' }, 'Error', unable],
  ['see-ai-in-action', { status: 'undelivered' }, 'Error', unable],
  ['booking', { status: 'undelivered' }, 'Something went wrong', unable],
] as const)(
  'the failure message is worded as the error catalogue has it for %s, %o',
  (kind, answer, title, text) => {
    const namesSupport = text === unable || undefined
    expect(failureMessage(kind, answer)).toEqual({ title, text, destructive: true, namesSupport })
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
    destructive: true,
  })
})
