import { expect, it } from 'vitest'
import { wizard } from '@/lib/content/booking'
import { bookingForm, lastStep } from '@/lib/forms/booking-form'
import { descriptionOf, type FormSpec, fieldOf, fieldsByStep, fieldsOf } from '@/lib/forms/fields'
import { toFormValues } from '@/lib/forms/form-data'
import { forms } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'

it('the field table lets the schema report name, phone, business and email first', () => {
  const result = validateLead('booking', toFormValues(bookingForm, {}))
  const first = ['fullName', 'phoneNumber', 'businessName', 'email']
  expect('fields' in result && Object.keys(result.fields).slice(0, 4)).toEqual(first)
})

it('the field tables describe every field that a visitor fills in to agents, with what it takes', () => {
  const withoutWords = Object.values(forms)
    .flatMap((form) => fieldsOf<FormSpec>(form))
    .filter((field) => field.type !== 'fixed' && !descriptionOf(field))
  expect(withoutWords.map(({ name }) => name)).toEqual(['interestedServices'])
  const phone = descriptionOf(fieldOf(bookingForm, 'phoneNumber'))
  expect(phone).toMatch(/10 to 15 digits/)
})

it('the field table is read by step or by name', () => {
  const steps = fieldsByStep(bookingForm).map(({ step = 0 }) => step)
  expect(steps).toEqual(
    fieldsOf(bookingForm)
      .map(({ step = 0 }) => step)
      .sort(),
  )
  expect(new Set(steps)).toEqual(new Set([0, 1, 2, 3, 4]))
  expect([steps.at(-1), wizard.steps.length, wizard.progress(2)]).toEqual([
    lastStep,
    lastStep,
    `Step 2 of ${lastStep}`,
  ])
  expect(() => fieldOf<FormSpec>(bookingForm, 'crew')).toThrow('No field crew in booking')
})
