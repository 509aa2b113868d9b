import { expect, it } from 'vitest'
import {
  dialedNumber,
  isUnsafeNumber,
  isUnusualNumber,
  withoutExtension,
} from '@/lib/forms/phone-number'

it.each(
  '5095550147|(509) 555-0147|509-555-0147|1-509-555-0147|1 5095550147|+15095550147|+1 (509) 555-0147|(+1) 509 555 0147'.split(
    '|',
  ),
)('nobody is asked about %s', (phone) => {
  expect(isUnusualNumber(phone)).toBe(false)
})

it.each(
  '+44 20 7946 0958|(+44)2079460958|-+442079460958|(+7)8005550147|011442079460958|1-011-44207946|+882160000001|119005550147|11 900 555 0147|(1)1-9005550147|+1+19005550147|1(1)8765550147|50955501471|509555014712345|1155550147|5091550147|1509+5550147'.split(
    '|',
  ),
)('the visitor is asked about %s, which is no number of the United States or Canada', (phone) => {
  expect(isUnusualNumber(phone)).toBe(true)
})

it('a number is dialed as the same one in every spelling', () => {
  const spellings =
    '509-555-0147|(509) 555-0147|1-509-555-0147|+15095550147|1+509-555-0147|001 509 555 0147|011 1 509 555 0147|01 509-555-0147|0 509-555-0147|+1 (0) 509 555 0147|+011 1 509 555 0147|+0 509-555-0147|509-555-0147-1|509-555-0147-23|(+1) 509 555 0147'
  expect(new Set(spellings.split('|').map(dialedNumber))).toEqual(new Set(['5095550147']))
  expect(['+44 20 7946 0958', '0044 20 7946 0958', '011 44 2079460958'].map(dialedNumber)).toEqual(
    Array(3).fill('442079460958'),
  )
  // Abroad, the numbers go on.
  expect(
    ['+91 98765 43299', '0091 98765 43299', '011 91 9876543299', '+00 91 98765 43299'].map(
      dialedNumber,
    ),
  ).toEqual(Array(4).fill('919876543299'))
  expect(dialedNumber('+509 555 0147 123')).toBe('5095550147123')
  expect(dialedNumber('555-123-4567')).toBe('5551234567')
})

it.each(
  '1+900-555-0147|001 900 555 0147|011 1 900 555 0147|0 900-555-0147|+1 (0) 900 555 0147|0 911-555-0147|1+911-555-0147|+0 900 555 0147|900-555-0147-1|212-976-1234-12|911-555-0123|411-555-0123|211-555-0123|+1 911 555 0123|1-911-555-0123|9115550123|(911) 555-01|+19005550199|1-900-555-0199|(900) 555-0199|212-976-1234|+1 212 976 1234|976-555-0123|988-555-0147|1-988-555-0147|112-555-01234|112-555-0123|+911-555-0123|+900-555-0147|+976-555-0147|00 900-555-0147'.split(
    '|',
  ),
)('%s could reach an emergency line or is a premium number', (phone) => {
  expect(isUnsafeNumber(phone)).toBe(true)
  expect(isUnusualNumber(phone)).toBe(true)
})

it.each(
  '555-123-4567|(555) 123-4567|1234567890|+44 20 7946 0958|509-555-014|+91 123 456 7890|+976 1234 5678|(+91) 123 456 7890|509-911-0123|876-555-0100|500-555-0100|000-000-0000|+51 1 234 5678|00 51 1 234 5678|+90 212 555 0147|0091 123 456 7890|+1 125 555 0147|509-988-0147'.split(
    '|',
  ),
)('%s is called', (phone) => {
  expect(isUnsafeNumber(phone)).toBe(false)
})

it.each([
  ['212-900-4567', false],
  ['555-123-4567', true],
  ['509-555-014', true],
  ['+44 20 7946 0958', true],
])('whether the visitor is asked about %s: %s', (phone, isAsked) => {
  expect(isUnusualNumber(phone)).toBe(isAsked)
})

it.each(
  '(509) 555-0147 ext. 12|(509) 555-0147 ext.|(509) 555-0147 e|(509) 555-0147x12|(509) 555-0147, extension 12|(509) 555-0147 #12|(509) 555-0147-x-1| (509) 555-0147 ext. 12 |(509) 555-0147 (x123|(509) 555-0147 (x12)|(509) 555-0147,,123|(509) 555-0147; 12'.split(
    '|',
  ),
)('%s has an extension', (phone) => {
  expect(withoutExtension(phone)).toBe('(509) 555-0147')
})

it.each(
  '(509) 555-0147|509-555-01477|555 ext. 12|ext. 12|509-555-0147 call me|call 509-555-0147 x1|509-555-0147 x1 or x2|'.split(
    '|',
  ),
)('"%s" has none', (phone) => {
  expect(withoutExtension(phone)).toBeNull()
})
