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
  tooEarly: (first: string) => `Preferred Date must be ${first} or later, Pacific Time`,
  tooLate: (last: string) => `Preferred Date must be ${last} or earlier, Pacific Time`,
  closed: (next: string) =>
    `Preferred Date is a day on which we are closed: the next open day is ${next}`,
  missing: (label: string) => `${label} is required`,
  tooLong: (label: string, max: number) => `${label} can have at most ${max} characters`,
  option: (label: string) => `${label} must be chosen from the list`,
} as const

/** Around the address that was probably meant. */
export const emailSuggestion = { before: 'Did you mean ', after: '?' } as const
