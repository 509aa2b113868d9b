import { expect, it } from 'vitest'
import { digitsOf, isExpensive } from '@/lib/leads/suspicion'

const expensive =
  '+19005550199|1-900-555-0199|(900) 555-0199|9005550199|212-976-1234|876-555-0100|+1 809 555 0100|500-555-0100|+44 20 7946 0958|011442079460958|+882160000001'
const usual =
  '5095550147|(509) 555-0147|+1 (509) 555-0147|15095550147|702-900-9760|787-555-0100|604-555-0100'

it('a number with a premium, personal or foreign code is expensive to call, and others are not', () => {
  expect(expensive.split('|').filter((phone) => !isExpensive(phone))).toEqual([])
  expect(usual.split('|').filter(isExpensive)).toEqual([])
})

it('a number has the same digits in every spelling', () => {
  for (const phone of ['(509) 555-0147', '+1 509-555-0147', '1 5095550147'])
    expect(digitsOf(phone)).toBe('5095550147')
})
