import type { UseFormReturn } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { parseDraft, restoreDraft } from '@/lib/forms/client/drafts'
import { readDraft } from '@/lib/forms/client/storage'
import type { FormEntries } from '@/lib/forms/form-data'
import { forms } from '@/lib/forms/forms'
import { emptyValues, sampleKind } from '../../../support/visitor/visitor'

it.each([
  ['booking', 'bookingDraft'],
  [sampleKind, `${sampleKind}Draft`],
] as const)('the draft of %s is stored as %s and has only fields of its form', (kind, key) => {
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => `value of ${name}` })
  expect(readDraft(kind)).toBe(`value of ${key}`)
  const [name = ''] = Object.keys(forms[kind].fields)
  const saved = { step: 3, entries: { [name]: 'Ana', submissionId: 'x', unknown: 'x' } }
  expect(parseDraft(forms[kind], JSON.stringify(saved))).toEqual({
    step: 3,
    entries: { ...emptyValues(kind), [name]: 'Ana', submissionId: 'x', thread: '' },
  })
})

it('the draft keeps the choices of a booking, and no ids that are not text', () => {
  const stored = '{"step":1,"entries":{"challenges":["a","b"],"submissionId":7,"thread":[]}}'
  expect(parseDraft(bookingForm, stored)).toEqual({
    step: 1,
    entries: {
      ...emptyValues('booking'),
      challenges: ['a', 'b'],
      submissionId: '',
      thread: '',
    },
  })
})

/** What a draft puts into a form with these values, and the step. */
function restore(present: FormEntries, stored: string | null) {
  const restored: Record<string, unknown> = {}
  const form = {
    getValues: () => present,
    setValue: (name: string, value: unknown) => {
      restored[name] = value
    },
  } as unknown as UseFormReturn<FormEntries>
  return [restoreDraft(bookingForm, form, stored), restored]
}

it('fills in the fields that are still empty, with options that the form offers', () => {
  const entries = {
    fullName: 'Ana',
    email: '',
    website: 'https://ruiz.com',
    challenges: ['Manage referrals', 'Dogs', 'Missed calls after hours'],
    interestedServices: ['Dogs'],
    submissionId: 'x',
    thread: 'w',
  }
  const present = { fullName: 'Ben', website: '' }
  expect(restore(present, JSON.stringify({ step: 3, entries }))).toEqual([
    3,
    {
      website: 'https://ruiz.com',
      // In the order of the form.
      challenges: ['Missed calls after hours', 'Manage referrals'],
      submissionId: 'x',
      thread: 'w',
    },
  ])
  expect(restore({}, null)).toEqual([1, {}])
})

it.each([null, '', 'null', '7', '{}', '{"step":"2","entries":{}}', '{"step":1.5,"entries":{}}'])(
  'the draft is null when %s is stored',
  (stored) => {
    expect(parseDraft(bookingForm, stored)).toBeNull()
  },
)
