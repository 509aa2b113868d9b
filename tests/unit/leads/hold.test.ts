import { expect, it } from 'vitest'
import { holdReasonOf, mailboxOf } from '@/lib/leads/hold'
import { newLead } from '../../support/site/in-process'

it.each([
  ['900-555-0147', 'unsafe-phone'],
  ['911-555-0147', 'unsafe-phone'],
  ['509-555-0147', null],
  ['555-123-4567', null],
  ['+44 20 7946 0958', null],
])('whether a lead with the number %s is held for: %s', (phone, holdReason) => {
  const lead = { ...newLead(), kind: 'call-our-ai', payload: { Phone: phone } } as const
  expect(holdReasonOf(lead, false)).toBe(holdReason)
})

it.each([
  ['ana@ruiz.com', 'ana@ruiz.com|Ana@RUIZ.com|ana+1@ruiz.com|ANA+a+b@ruiz.com|ana+@ruiz.com'],
  ['ana@ruiz.com', 'ana@ｒｕｉｚ.com|ana@ruiz.com。|ana@ⓡuiz.ｃom|ana@𝐫𝐮𝐢𝐳.com|ana@ruiz.com\ufe0f'],
  // The form refuses these.
  ['ana@ruiz.com', '"ana"@ruiz.com|a\\na@ruiz.com|ana(at home)@(x)ruiz.com|ana@ruiz.com..'],
  ['josé@xn--exmple-cua.de', 'josé@exämple.de|José@EXÄMPLE.de|josé+1@xn--exmple-cua.de'],
  ['an.a@ruiz+1.com', 'an.a@ruiz+1.com'],
  ['ana@gmail.com', 'ana@gmail.com|a.n.a@gmail.com|A.na+1@GoogleMail.com|ana@googlemail.com.'],
  // Elsewhere, dots count.
  ['a.na@ruiz.com', 'a.na@ruiz.com|A.na+1@ruiz.com'],
  // No domain.
  ['ana@a..b', 'ana@a..b|Ana@A..B'],
  ...['ana@ruiz.com/au', 'ana@ruiz.com?au', 'ana@ruiz.com#au'].map((address) => [address, address]),
])('the mailbox %s has one name in all its spellings: %s', (mailbox, spellings) => {
  expect(spellings.split('|').map(mailboxOf)).toEqual(spellings.split('|').map(() => mailbox))
})
