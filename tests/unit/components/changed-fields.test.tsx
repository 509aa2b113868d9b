// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { Wizard } from '@/components/booking/wizard'
import { bookingForm, challengeOptions } from '@/lib/forms/booking-form'
import { validateLead } from '@/lib/forms/schema'
import { close, control, open, type } from '../../support/dom/dom'

vi.mock('@/app/actions', () => ({ bookDemo: vi.fn(), requestCallback: vi.fn() }))
vi.mock('@/lib/forms/booking-form', async (importOriginal) => {
  const original = await importOriginal<typeof import('@/lib/forms/booking-form')>()
  const { bookingForm } = original
  const phoneNumber = {
    ...bookingForm.fields.phoneNumber,
    label: 'Which number do we call?',
    short: 'Your number',
  }
  const challenges = { ...bookingForm.fields.challenges, required: true }
  return {
    ...original,
    bookingForm: { ...bookingForm, fields: { ...bookingForm.fields, phoneNumber, challenges } },
  }
})

afterEach(close)

it('sentences name a field whose label is a question by its short name', async () => {
  open(<Wizard title="Book" blankTicket={null} secure={null} whatNext={null} consent={null} />)
  const texts = () =>
    [...document.querySelectorAll('label[for=phoneNumber], [role=status] > p, #missing')].map(
      ({ textContent }) => textContent?.trim(),
    )
  await expect
    .poll(texts)
    .toEqual(['Which number do we call?', 'Still needed: Full Name, Email Address, Your number.'])
  type('phoneNumber', '12')
  control('phoneNumber').blur()
  await expect
    .poll(texts)
    .toEqual([
      '1 entry to change: Your number.',
      'Which number do we call?',
      'Still needed: Full Name, Email Address.',
    ])
  expect(validateLead('booking', { phoneNumber: '' })).toMatchObject({
    fields: { phoneNumber: 'Your number is required' },
  })
})

it('the review names a field whose label is a question by its short name', async () => {
  sessionStorage.setItem('bookingDraft', JSON.stringify({ step: 4, entries: {} }))
  open(<Wizard title="Book" blankTicket={null} secure={null} whatNext={null} consent={null} />)
  const change = () => document.getElementById('change-phoneNumber')
  await expect.poll(() => change()?.textContent).toBe('Change Your number')
  expect(change()?.closest('dl > div')?.querySelector('dt')?.textContent).toBe('Your number: ')
  sessionStorage.clear()
})

it('a list of choices that is required is not called optional, and refused while none is chosen', async () => {
  open(<Wizard title="Book" blankTicket={null} secure={null} whatNext={null} consent={null} />)
  const { label } = bookingForm.fields.challenges
  const legends = () =>
    [...document.querySelectorAll('legend')].map(({ textContent }) => textContent)
  await expect.poll(legends).toEqual([`${label} `])
  const errors = [[], [challengeOptions[0]]].map((challenges) => {
    const result = validateLead('booking', { challenges })
    return 'fields' in result && result.fields.challenges
  })
  expect(errors).toEqual([`${label} is required`, undefined])
})
