import { expect, it } from 'vitest'
import { questionAbout } from '@/lib/forms/client/field-question'

const misspelled = { text: 'Did you mean ', suggestion: 'ana@gmail.com', end: '?' }
const extension = {
  text: 'We call without an extension. Use ',
  suggestion: '(509) 555-0147',
  end: '?',
}
const tenDigits = { text: 'US numbers have 10 digits. Is this right?' }
const unusual = { text: 'This does not look like a US number. Is it right?' }

it.each([
  ['email', 'ana@gmial.com', misspelled],
  ['email', 'ana@gmail.com', null],
  ['phone', '(509) 555-0147 ext. 12', extension],
  ['phone', '(509) 555-0147', null],
  ['phone', '509-555', null],
  ['phone', '509-555-01477', tenDigits],
  ['phone', '(900) 555-0147', unusual],
] as const)('the question about the %s %s: %o', (type, value, question) => {
  expect(questionAbout(type, value)).toEqual(question)
})
