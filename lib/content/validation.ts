import { zone } from '../dates/zone'

/** Loaded with the schema, apart from what the forms themselves say. */
export const validationMessages = {
  name: 'Invalid name format',
  phone: 'Invalid phone number format',
  business: 'Invalid business name format',
  email: 'Invalid email format',
  /** Of an address of the usual shape. */
  emailCharacter: (verb: 'begin with' | 'end with' | 'contain', character: string) =>
    `Invalid email format: it cannot ${verb} ${character}`,
  website: 'Invalid website address: start it with https://',
  dateForm: (example: string) =>
    `Preferred Date must be a day in the form YYYY-MM-DD, such as ${example}`,
  tooEarly: (first: string) => `Preferred Date must be ${first} or later, ${zone.words}`,
  tooLate: (last: string) => `Preferred Date must be ${last} or earlier, ${zone.words}`,
  /** Follows what is wrong with the day of a booked demo that is changed. */
  keepDay: (contacts: string) =>
    `To keep your day, tell us when we call${contacts && ` or contact us: ${contacts}`}`,
  closed: (next: string) =>
    `Preferred Date is a day on which we are closed: the next open day is ${next}`,
  missing: (name: string) => `${name} is required`,
  tooLong: (name: string, max: number) => `${name} can have at most ${max} characters`,
  option: (name: string) => `${name} must be chosen from the list`,
} as const

export const acceptSuggestion = 'Yes, change it'
/** Said with the suggested entry after it, and not shown. */
export const toSuggestion = ' to '

/** Below an entry that looks wrong. What has an end stands around the suggested entry. */
export const fieldQuestions = {
  email: { text: 'Did you mean ', end: '?' },
  extension: { text: 'We call without an extension. Use ', end: '?' },
  tenDigits: { text: 'US numbers have 10 digits. Is this right?' },
  unusualNumber: { text: 'This does not look like a US number. Is it right?' },
} as const
