import { expect, it } from 'vitest'
import { withCountryCode } from '@/lib/page/country-code'

it('a link to a number of ten digits, or of eleven with a 1, has the code of its country', () => {
  const phones = ['(509) 555-0147', '1-509-555-0147', '+1 509 555 0147', '+44 20 7946 0958', '911']
  expect(phones.map(withCountryCode)).toEqual([
    ...Array(3).fill('+15095550147'),
    '+442079460958',
    '911',
  ])
})
