import { describe, expect, it } from 'vitest'
import { parseFormValues } from '@/lib/leads/shared/form-data'

describe('parseFormValues', () => {
  it('reads the text fields of the form and nothing else', () => {
    const form = new FormData()
    form.append('name', 'Ana')
    form.append('name', 'Second')
    form.append('phone', new Blob(['x']), 'x.txt')
    form.append('__proto__', 'x')
    form.append('source', 'elsewhere')
    expect(parseFormValues('call-our-ai', form)).toEqual({
      name: 'Ana',
      phone: '',
      businessName: '',
    })
  })

  it('reads choices as lists without repeats', () => {
    const form = new FormData()
    for (const choice of ['a', 'b', 'a']) form.append('challenges', choice)
    expect(parseFormValues('booking', form)).toMatchObject({
      challenges: ['a', 'b'],
      interestedServices: [],
    })
  })

  it.each([null, undefined, 'text', 7, {}, [], { get: 'x' }])(
    'reads %s as an empty form',
    (input) => {
      const empty = { name: '', phone: '', businessName: '' }
      expect(parseFormValues('call-our-ai', input)).toEqual(empty)
    },
  )
})
