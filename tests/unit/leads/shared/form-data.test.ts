import { describe, expect, it } from 'vitest'
import { parseFormValues } from '@/lib/leads/shared/form-data'
import { parseSubmissionMeta } from '@/lib/leads/shared/submission-meta'

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
      expect(parseFormValues('call-our-ai', input)).toEqual({
        name: '',
        phone: '',
        businessName: '',
      })
    },
  )
})

describe('parseSubmissionMeta', () => {
  const posted = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return parseSubmissionMeta(form)
  }

  it('reads a submission id that is a UUID', () => {
    const id = '5f0c1c1e-0000-4000-8000-00000000000a'
    expect(posted({ submissionId: id.toUpperCase() }).submissionId).toBe(id)
    for (const none of ['', '1', `${id}x`, "'; DROP TABLE leads"])
      expect(posted({ submissionId: none }).submissionId).toBeUndefined()
  })

  it('reads the attribution', () => {
    expect(posted({ attribution: '{"utm_source":"flyer"}' }).attribution).toEqual({
      utm_source: 'flyer',
    })
    expect(parseSubmissionMeta('x')).toEqual({})
  })
})
