import { expect, it } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { parseFormValues, parseSubmissionMeta, toFormValues } from '@/lib/forms/form-data'
import { emptyValues, sampleForm, sampleKind } from '../../support/visitor/visitor'

const empty = emptyValues(sampleKind)

it('reads the text fields of a form, choices without repeats, and nothing else', () => {
  const form = new FormData()
  form.append('name', 'Ana')
  form.append('name', 'Second')
  form.append('phone', new Blob(['x']), 'x.txt')
  form.append('__proto__', 'x')
  form.append('source', 'elsewhere')
  expect(parseFormValues(sampleForm, form)).toEqual({ ...empty, name: 'Ana' })
  for (const choice of ['a', 'b', 'a']) form.append('challenges', choice)
  form.append('timezone', 'Europe/Paris')
  const challenges = ['a', 'b']
  expect(parseFormValues(bookingForm, form)).toEqual({ ...emptyValues('booking'), challenges })
})

it('cuts values at four times the length that is valid', () => {
  const form = new FormData()
  for (const name of ['name', 'phone', 'businessName']) form.set(name, 'x'.repeat(9999))
  expect(parseFormValues(sampleForm, form)).toEqual({
    ...empty,
    name: 'x'.repeat(400),
    phone: 'x'.repeat(80),
    businessName: 'x'.repeat(400),
  })
})

it('reads no other values than text', () => {
  const values = { name: 7, phone: null, businessName: ['Ruiz', true] }
  expect(toFormValues(sampleForm, values)).toEqual({
    ...empty,
    businessName: 'Ruiz',
  })
})

it.each([null, 'text', 7, [], { get: 'x' }])('reads %s as an empty form', (input) => {
  expect(parseFormValues(sampleForm, input)).toEqual(empty)
  expect(parseSubmissionMeta(input)).toEqual({})
})

it('reads the attribution, the version of the consent text, and submission ids that are UUIDs', () => {
  const thread = '5f0c1c1e-0000-4000-8000-00000000000b'
  const posted = (submissionId: string) => {
    const form = new FormData()
    form.set('submissionId', submissionId)
    form.set('thread', thread)
    form.set('attribution', '{"utm_source":"flyer"}')
    form.set('consent', '2026-11-26')
    return parseSubmissionMeta(form)
  }
  const id = '5f0c1c1e-0000-4000-8000-00000000000a'
  const attribution = { utm_source: 'flyer' }
  const rest = { thread, attribution, consent: '2026-11-26', filledHoneypot: false }
  expect(posted(id.toUpperCase())).toEqual({ submissionId: id, ...rest })
  for (const none of ['', `x${id}`, `${id}x`, "'; DROP TABLE leads"])
    expect(posted(none)).toEqual(rest)
})

it.each([
  ['', false],
  ['x', true],
])('whether the honeypot was filled with "%s": %s', (value, filledHoneypot) => {
  const form = new FormData()
  form.append('reference_note', value)
  expect(parseSubmissionMeta(form)).toEqual({ filledHoneypot })
})
