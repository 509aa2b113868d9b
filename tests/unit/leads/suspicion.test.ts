import { expect, it } from 'vitest'
import { mailboxOf, suspicionOf } from '@/lib/leads/suspicion'
import { newLead } from '../../support/site/in-process'

const suspicionOfNumber = (phone: string) =>
  suspicionOf({ ...newLead(), kind: 'call-our-ai', payload: { Phone: phone } }, false)

it.each(
  '911-555-0123|411-555-0123|211-555-0123|611-555-0123|811-555-0123|509-911-0123|509-411-0123|+1 509 211 0123|990-555-0123|290-555-0123|592-555-0123|899-555-0123|370-555-0123|379-555-0123|960-555-0123|969-555-0123|600-555-0123|622-555-0123|710-555-0123|456-555-0123|+19005550199|1-900-555-0199|(900) 555-0199|212-976-1234|876-555-0100|+1 809 555 0100|500-555-0100|+442079460958'.split(
    '|',
  ),
)(
  'a lead with the number %s, which is expensive to call or must not be called, is a suspect',
  (phone) => {
    expect(suspicionOfNumber(phone)).toBe('premium-phone')
  },
)

it.each(
  '509-555-0147|212-555-0123|201-555-0123|360-555-0123|380-555-0123|980-555-0123|970-555-0123|601-555-0123|623-555-0123|712-555-0123|457-555-0123|800-555-0123|509-912-0123|509-291-1123|919-555-0123|509-696-9116|509-600-0123|212-900-4567|509-242-0123'.split(
    '|',
  ),
)('a lead with the number %s is sent', (phone) => {
  expect(suspicionOfNumber(phone)).toBeNull()
})

it.each([
  ['ana@ruiz.com', 'ana@ruiz.com|Ana@RUIZ.com|ana+1@ruiz.com|ANA+a+b@ruiz.com|ana+@ruiz.com'],
  ['ana@ruiz.com', 'ana@ｒｕｉｚ.com|ana@ruiz.com。|ana@ⓡuiz.ｃom|ana@𝐫𝐮𝐢𝐳.com|ana@ruiz.com\ufe0f'],
  // The form refuses these.
  ['ana@ruiz.com', '"ana"@ruiz.com|a\\na@ruiz.com|ana(x)@ruiz.com|ana@(x)ruiz.com|ana@ruiz.com.'],
  ['josé@xn--exmple-cua.de', 'josé@exämple.de|José@EXÄMPLE.de|josé+1@xn--exmple-cua.de'],
  ['an.a@ruiz+1.com', 'an.a@ruiz+1.com'],
  // No domain.
  ['ana@a..b', 'ana@a..b|Ana@A..B'],
  ...['ana@ruiz.com/au', 'ana@ruiz.com?au', 'ana@ruiz.com#au'].map((address) => [address, address]),
])('the mailbox %s has one name in all its spellings: %s', (mailbox, spellings) => {
  expect(spellings.split('|').map(mailboxOf)).toEqual(spellings.split('|').map(() => mailbox))
})
