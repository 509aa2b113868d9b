import { describe, expect, it } from 'vitest'
import { cn } from '@/lib/utils'

describe('cn', () => {
  it('joins names, lists, and the names of an object whose value is true', () => {
    expect(cn('one two', ['three', ['four']], { five: true, six: 0 }, 7)).toBe(
      'one two three four five 7',
    )
  })

  it('leaves out every value that is not a name', () => {
    expect(cn('one', undefined, null, false, 0, '', [], {}, 'two')).toBe('one two')
  })
})
