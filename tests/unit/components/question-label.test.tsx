// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { Wizard } from '@/components/booking/wizard'
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
  return {
    ...original,
    bookingForm: { ...bookingForm, fields: { ...bookingForm.fields, phoneNumber } },
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
