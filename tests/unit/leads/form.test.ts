import { describe, expect, it } from 'vitest'
import { readEntries } from '@/lib/leads/form'

describe('readEntries', () => {
  it('takes named text fields and nothing else', () => {
    const form = new FormData()
    form.append('name', 'Ana')
    form.append('name', 'Second')
    form.append('phone', new Blob(['x']), 'x.txt')
    form.append('__proto__', 'x')
    form.append('source', 'elsewhere')
    expect(readEntries('call-our-ai', form)).toEqual({ name: 'Ana', phone: '', businessName: '' })
  })

  it('keeps lists as lists, each choice once', () => {
    const form = new FormData()
    for (const choice of ['a', 'b', 'a']) form.append('challenges', choice)
    expect(readEntries('booking', form)).toMatchObject({
      challenges: ['a', 'b'],
      interestedServices: [],
    })
  })

  it.each([null, undefined, 'text', 7, {}, [], { get: 'x' }])(
    'reads %s as an empty form',
    (input) => {
      expect(readEntries('call-our-ai', input)).toEqual({ name: '', phone: '', businessName: '' })
    },
  )
})
