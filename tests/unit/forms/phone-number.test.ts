import { expect, it } from 'vitest'
import { isUnusualNumber, plainNumberOf, withoutExtension } from '@/lib/forms/phone-number'

it('a number of the United States or Canada has the same ten digits in every spelling', () => {
  const spellings =
    '5095550147|(509) 555-0147|509-555-0147|1-509-555-0147|1 5095550147|+15095550147|+1 (509) 555-0147|(+1) 509 555 0147'
  expect(new Set(spellings.split('|').map(plainNumberOf))).toEqual(new Set(['5095550147']))
})

it.each(
  '+44 20 7946 0958|(+44)2079460958|-+442079460958|(+7)8005550147|011442079460958|1-011-44207946|+882160000001|119005550147|11 900 555 0147|(1)1-9005550147|+1+19005550147|1(1)8765550147|50955501471|509555014712345|1155550147|5091550147|1509+5550147'.split(
    '|',
  ),
)('%s is no number of the United States or Canada', (phone) => {
  expect(plainNumberOf(phone)).toBeNull()
})

it.each(
  '911-555-0123|411-555-0123|211-555-0123|611-555-0123|811-555-0123|509-911-0123|509-411-0123|+1 509 211 0123|990-555-0123|290-555-0123|592-555-0123|899-555-0123|370-555-0123|379-555-0123|960-555-0123|969-555-0123|600-555-0123|622-555-0123|710-555-0123|456-555-0123|+19005550199|1-900-555-0199|(900) 555-0199|212-976-1234|876-555-0100|+1 809 555 0100|500-555-0100|+442079460958'.split(
    '|',
  ),
)('%s is expensive to call or must not be called', (phone) => {
  expect(isUnusualNumber(phone)).toBe(true)
})

it.each(
  '509-555-0147|212-555-0123|201-555-0123|360-555-0123|380-555-0123|980-555-0123|970-555-0123|601-555-0123|623-555-0123|712-555-0123|457-555-0123|800-555-0123|509-912-0123|509-291-1123|919-555-0123|509-696-9116|509-600-0123|212-900-4567|509-242-0123'.split(
    '|',
  ),
)('%s is called', (phone) => {
  expect(isUnusualNumber(phone)).toBe(false)
})

it.each(
  '(509) 555-0147 ext. 12|(509) 555-0147 ext.|(509) 555-0147 e|(509) 555-0147x12|(509) 555-0147, extension 12|(509) 555-0147 #12|(509) 555-0147-x-1| (509) 555-0147 ext. 12 '.split(
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
