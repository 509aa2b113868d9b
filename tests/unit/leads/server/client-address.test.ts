import { describe, expect, it } from 'vitest'
import { canonicalAddress, networkOf } from '@/lib/leads/server/client-address'

describe('canonicalAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:1234', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::FFFF:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['[2001:0DB8:0001:0002::6]', '2001:db8:1:2'],
    ['[2001:db8::1]:443', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['[fe80::1%25en1]:80', 'fe80:0:0:0'],
    ['fe80::1', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
    ['', undefined],
    [undefined, undefined],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical)
  })
})

describe('networkOf', () => {
  it('is the first 48 bits of an IPv6 address, and nothing for others', () => {
    expect(networkOf('2001:db8:1:2')).toBe('2001:db8:1')
    expect(networkOf('203.0.113.7')).toBeUndefined()
    expect(networkOf('unknown')).toBeUndefined()
  })
})
