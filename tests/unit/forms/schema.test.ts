import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { services } from '@/lib/content/services'
import { validationMessages } from '@/lib/content/validation'
import { bookingForm, challengeOptions, preferredTimes } from '@/lib/forms/booking-form'
import { fieldOf, fieldsOf, maxLengths } from '@/lib/forms/fields'
import type { FormValues } from '@/lib/forms/form-data'
import type { FieldName } from '@/lib/forms/forms'
import { sampleValues } from '@/lib/forms/samples'
import { type ValidationResult, validateLead } from '@/lib/forms/schema'
import { anyText } from '../../support/visitor/any-text'
import { emptyValues } from '../../support/visitor/visitor'

const now = new Date('2026-11-20T20:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

const caller = sampleValues('see-ai-in-action')
const booking = { ...sampleValues('booking'), preferredDate: '2026-11-21' }

const call = (change: FormValues): ValidationResult =>
  validateLead('see-ai-in-action', { ...caller, ...change })
const book = (change: FormValues): ValidationResult =>
  validateLead('booking', { ...booking, ...change })
const accepted = { lead: expect.anything() }
const refused = (fields: Record<string, string>) => ({ fields })

const rules = [
  {
    rule: 'name',
    field: 'name',
    message: 'Invalid name format',
    valid: ["O'Brien", 'O’Brien', 'José Núñez', 'Anne-Marie St. John', '李 小龍', 'x'.repeat(100)],
    invalid: ['R2D2', 'Ana_Ruiz', 'Ana@home', '<script>', 'Ana, Ruiz', 'x'.repeat(101)],
  },
  {
    rule: 'phone',
    field: 'phone',
    message: 'Invalid phone number format',
    valid: [
      '5095550147',
      '+1 (509) 555-0147',
      '123456789012345',
      // Characters are counted, not digits, and spaces up to as many as can be typed.
      '(509)-555-',
      '1 2 3 4 5 6 7 8 9 01',
    ],
    invalid: [
      '509555014',
      '5'.repeat(16),
      '(509)-555-0147-1',
      '1 2 3 4 5 6 7 8 9 0 1',
      '509.555.0147',
      '٥٠٩٥٥٥٠١٤٧',
    ],
  },
  {
    rule: 'business name',
    field: 'businessName',
    message: 'Invalid business name format',
    valid: ['Ruiz & Sons, Inc. (24-7)', 'Joe’s Pipes', 'Café 9', 'x'.repeat(100)],
    invalid: ['Ruiz!', 'a/b', 'Ruiz #1', 'Pipes: fast', 'x'.repeat(101)],
  },
  {
    rule: 'email',
    field: 'email',
    message: 'Invalid email format',
    valid: [
      'a@b.co',
      'a@b.c',
      'ana+jobs@mail.ruiz.com',
      "o'neil+1@a-b.co.uk",
      'josé@exämple.de',
      `${'a'.repeat(245)}@ruiz.com`,
    ],
    invalid: [
      'ana',
      'ana@ruiz',
      'a@b.',
      'a@.b',
      '@ruiz.com',
      'ana@@ruiz.com',
      'ana ruiz@ruiz.com',
      'ana@ruiz..com',
      'ana,bo@ruiz',
      'ana@ruiz.com@home',
      `${'a'.repeat(246)}@ruiz.com`,
    ],
  },
]

describe.each(rules)('$rule', ({ field, message, valid, invalid }) => {
  it.each(valid)('accepts %s', (value) => expect(call({ [field]: value })).toEqual(accepted))

  it.each(invalid)('rejects %s', (value) =>
    expect(call({ [field]: value })).toEqual(refused({ [field]: message })),
  )
})

it.each([
  ['begin with =', '=HYPERLINK("http://evil.example/?@a.b","x")'],
  ['begin with +', '+cmd|calc@ruiz.com'],
  ['begin with -', '-2+3@ruiz.com'],
  ['begin with ＝', '＝1@ruiz.com'],
  ['begin with <', '<ana@ruiz.com>'],
  ['begin with "', '"ana"@ruiz.com'],
  ['begin with (', '(x)ana@ruiz.com'],
  ['contain ,', 'ana,bo@ruiz.com'],
  ['contain ;', 'ana;bo@ruiz.com'],
  ['contain "', 'a"na"@ruiz.com'],
  ['contain \\', 'a\\na@ruiz.com'],
  ['contain (', 'ana(x)@ruiz.com'],
  ['contain [', 'ana@[192.0.2.1]'],
  ['contain :', 'relay:ana@ruiz.com'],
  ['contain %', 'ana%ruiz.com@ruiz.com'],
  ['contain !', 'ruiz.com!ana@ruiz.com'],
  ['end with ,', 'ana@ruiz.com,'],
  ['end with .', 'ana@ruiz.com.'],
])('an email address cannot %s: %s', (rule, email) => {
  const message = `Invalid email format: it cannot ${rule}`
  expect(call({ email })).toEqual(refused({ email: message }))
})

it('a name gets straight apostrophes, and the sticky dialog has no email', () => {
  const { email: _, ...rest } = caller
  const checked = validateLead('call-our-ai', { ...rest, name: ' Ana  O’Brien ' })
  expect(checked).toEqual({ lead: { kind: 'call-our-ai', ...rest, name: "Ana O'Brien" } })
})

describe('a missing value', () => {
  it('is reported per field: name, phone, business name, email', () => {
    expect(call({ name: ' ', phone: '', businessName: '', email: '\u200b' })).toEqual(
      refused({
        name: 'Full Name is required',
        phone: 'Phone Number is required',
        businessName: 'Business Name is required',
        email: 'Email Address is required',
      }),
    )
  })

  it('is also one of invisible letters', () => {
    const invisible = '\u3164\uffa0'
    expect(call({ name: invisible, businessName: invisible })).toEqual(
      refused({ name: 'Full Name is required', businessName: 'Business Name is required' }),
    )
    expect(book({ businessDescription: invisible })).toEqual(
      refused({ businessDescription: 'Business Description is required' }),
    )
  })

  it('is reported for each required field of a booking, and for no other', () => {
    const required = fieldsOf(bookingForm).filter((field) => field.required)
    expect(book(emptyValues('booking'))).toEqual(
      refused(
        Object.fromEntries(required.map(({ name, label }) => [name, `${label} is required`])),
      ),
    )
    expect(required.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['fullName', 'email', 'phoneNumber', 'businessName', 'businessDescription'],
        ...['preferredDate', 'preferredTime'],
      ]),
    )
  })
})

it.each([
  ['businessDescription', 'Business Description', maxLengths.description],
  ['additionalNotes', 'Additional Notes', maxLengths.notes],
  ['customChallenge', 'Other challenges', maxLengths.text],
  ['currentTools', 'Current Tools & Software', maxLengths.text],
  ['website', 'Website', maxLengths.text],
])('%s can have as many characters as its limit, and no more', (name, label, max) => {
  const ofLength = (length: number) => 'https://ruiz.com/'.padEnd(length, 'a')
  expect(book({ [name]: ofLength(max) })).toEqual(accepted)
  expect(book({ [name]: ofLength(max + 1) })).toEqual(
    refused({ [name]: `${label} can have at most ${max} characters` }),
  )
})

describe('website', () => {
  it.each(['', 'http://ruiz.com/a?b=c#d', 'https://a.b/<x>'])('accepts %s', (website) =>
    expect(book({ website })).toEqual(accepted),
  )

  it.each([
    ...['ruiz.com', 'javascript:alert(1)', 'https://', 'shttp://ruiz.com', 'httpx://ruiz.com'],
  ])('rejects %s', (website) =>
    expect(book({ website })).toEqual(refused({ website: validationMessages.website })),
  )
})

describe('choices', () => {
  const notInList = (name: FieldName<'booking'>) =>
    validationMessages.option(fieldOf(bookingForm, name).label)

  it('must come from the lists', () => {
    const interestedServices = services.map(({ slug }) => slug)
    expect(book({ challenges: [...challengeOptions], interestedServices })).toEqual(accepted)
    for (const name of ['challenges', 'interestedServices'] as const)
      expect(book({ [name]: ['plumbing'] })).toEqual(refused({ [name]: notInList(name) }))
  })

  it('are the times of the list and no other', () => {
    for (const preferredTime of preferredTimes) expect(book({ preferredTime })).toEqual(accepted)
    const [first] = preferredTimes
    for (const preferredTime of ['3:35 PM', first.slice(0, -3), first.toLowerCase()])
      expect(book({ preferredTime })).toEqual(
        refused({ preferredTime: notInList('preferredTime') }),
      )
  })

  it('are days in the form YYYY-MM-DD', () => {
    const otherForm = 'Preferred Date must be a day in the form YYYY-MM-DD, such as 2026-11-21'
    for (const preferredDate of ['12/02/2026', '2027-02-29', 'tomorrow'])
      expect(book({ preferredDate })).toEqual(refused({ preferredDate: otherForm }))
  })
})

it('any values get the same result twice, and a valid lead stays the same when it is validated again', () => {
  const text = fc.oneof(fc.string(), anyText())
  const mostly = (value: string | string[]) => {
    const other = Array.isArray(value) ? fc.array(text, { maxLength: 3 }) : text
    return fc.oneof(
      { weight: 30, arbitrary: fc.constant(value) },
      { weight: 1, arbitrary: other as fc.Arbitrary<string | string[]> },
    )
  }
  const fields = Object.entries(booking).map(([name, value]) => [name, mostly(value)])
  const seen = { lead: 0, fields: 0 }
  fc.assert(
    fc.property(fc.record(Object.fromEntries(fields)), (values) => {
      const page = validateLead('booking', values)
      expect(validateLead('booking', values)).toEqual(page)
      seen['lead' in page ? 'lead' : 'fields']++
      if (!('lead' in page)) return
      const { kind, ...lead } = page.lead
      expect(validateLead(kind, lead)).toEqual(page)
    }),
    { numRuns: 500 },
  )
  expect(Math.min(seen.lead, seen.fields)).toBeGreaterThan(50)
})
