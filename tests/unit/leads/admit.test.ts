import { expect, it } from 'vitest'
import { holdReasonOf } from '@/lib/leads/admit'
import { newLead } from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

it.each([
  ['900-555-0147', 'unsafe-phone'],
  ['911-555-0147', 'unsafe-phone'],
  ['509-555-0147', null],
  ['555-123-4567', null],
  ['+44 20 7946 0958', null],
])('whether a lead with the number %s is held for: %s', (phone, holdReason) => {
  const lead = { ...newLead(), kind: sampleKind, payload: { Phone: phone } } as const
  expect(holdReasonOf(lead, false)).toBe(holdReason)
})
