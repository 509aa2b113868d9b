import { expect, it } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { descriptionOf, fieldOf, fieldsByStep, fieldsOf } from '@/lib/forms/fields'
import { toFormValues } from '@/lib/forms/form-data'
import { forms } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'

it('the field table lets the schema report name, phone, business and email first', () => {
  const result = validateLead('booking', toFormValues(bookingForm, {}))
  const first = ['fullName', 'phoneNumber', 'businessName', 'email']
  expect('fields' in result && Object.keys(result.fields).slice(0, 4)).toEqual(first)
})

it('the field table describes every field that a visitor fills in to agents, with what it takes', () => {
  const filledIn = fieldsOf(bookingForm).filter(({ step, type }) => step && type !== 'fixed')
  expect(filledIn.filter((field) => !descriptionOf(field))).toEqual([])
  expect(descriptionOf(fieldOf(bookingForm, 'interestedServices'))).toBeUndefined()
  const names = ['fullName', 'businessName', 'phoneNumber'] as const
  expect(names.map((name) => descriptionOf(fieldOf(bookingForm, name)))).toEqual([
    "Letters, spaces, and ' . -",
    "Letters, digits, spaces, and & . , ' ( ) -",
    '10 to 15 digits, spaces, and ( ) + -, such as 509-555-0147',
  ])
})

it('the field table has the labels and maximum lengths of the specification', () => {
  const labels = (kind: 'see-ai-in-action' | 'call-our-ai' | 'booking') =>
    Object.fromEntries(fieldsOf(forms[kind]).map(({ label, maxLength }) => [label, maxLength]))
  const callback = { 'Full Name': 100, 'Phone Number': 20, 'Business Name': 100 }
  expect(labels('see-ai-in-action')).toStrictEqual({ ...callback, 'Email Address': 254 })
  expect(labels('call-our-ai')).toStrictEqual(callback)
  expect(labels('booking')).toStrictEqual({
    ...callback,
    'Email Address': 254,
    'Business Description': 1000,
    Website: 500,
    'Other challenges': 500,
    'Current Tools & Software': 500,
    'Additional Notes': 2000,
    // These are chosen, not typed.
    'Current Business Challenges': undefined,
    'Interested Services': undefined,
    'Preferred Date': undefined,
    'Preferred Time': undefined,
    Timezone: undefined,
  })
})

it('fields are in the order of the page: by step, then as in the table', () => {
  expect(fieldsByStep(bookingForm).map(({ step, name }) => [step, name])).toEqual([
    [undefined, 'interestedServices'],
    [1, 'fullName'],
    [1, 'email'],
    [1, 'phoneNumber'],
    [2, 'businessName'],
    [2, 'businessDescription'],
    [2, 'website'],
    [2, 'challenges'],
    [2, 'customChallenge'],
    [2, 'currentTools'],
    [3, 'preferredDate'],
    [3, 'preferredTime'],
    [3, 'timezone'],
    [4, 'additionalNotes'],
  ])
})

it('a field that the form does not have is an error', () => {
  expect(() => fieldOf(bookingForm, 'phone' as never)).toThrow('No field phone in booking')
})
