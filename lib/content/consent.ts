/**
 * What visitors have agreed to, by version. Proofs of consent name the version, so a released text never changes: a new
 * text is a new version at the end.
 */
export const consentTexts = {
  '2026-11-22':
    'By submitting this form you agree that Plumbing Xperience may call or text you at this number about its services, including with an AI voice. Consent is not a condition of purchase.',
  '2026-11-26':
    'By submitting this form you agree that Plumbing Xperience may call or text you at this number about its services, including with an AI voice. Consent is not a condition of purchase. You can withdraw it at any time: tell us on any call, or contact us.',
} as const

/** In place of the version of a form that does not say which text its page showed, such as one of 1.0.0. */
export const notStated = 'not stated'

const version = '2026-11-26'

/** What the forms show now. */
export const consent = { version, text: consentTexts[version] } as const
