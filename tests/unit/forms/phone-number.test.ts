import { expect, it } from 'vitest'
import { plainNumberOf, withoutExtension } from '@/lib/forms/phone-number'

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
  '(509) 555-0147 ext. 12|(509) 555-0147 ext.|(509) 555-0147 e|(509) 555-0147x12|(509) 555-0147, extension 12|(509) 555-0147 #12|(509) 555-0147-x-1'.split(
    '|',
  ),
)('%s has an extension', (phone) => {
  expect(withoutExtension(phone)).toBe('(509) 555-0147')
})

it.each('(509) 555-0147|509-555-01477|555 ext. 12|ext. 12|509-555-0147 call me|'.split('|'))(
  '"%s" has none',
  (phone) => {
    expect(withoutExtension(phone)).toBeNull()
  },
)
