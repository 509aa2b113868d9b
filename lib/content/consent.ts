import { site } from '../site'
import { owner } from './owner'

/**
 * What visitors have agreed to, by name. Proofs of consent name the text, so a released text never changes: a new text or a
 * new name of the product is a new entry at the end, and the one before gets the words that it had. A name is a day, and of
 * texts that are chosen in lib/content/owner.ts also the choice.
 */
export const consentTexts = {
  '2026-11-26-calls': `By submitting this form you agree that ${site.name} may call you at this number about its services, including with an AI voice. Consent is not a condition of purchase. You can withdraw it at any time: tell us on any call, or contact us.`,
  '2026-11-26-texts': `By submitting this form you agree that ${site.name} may call or text you at this number about its services, including with an AI voice. Consent is not a condition of purchase. You can withdraw it at any time: tell us on any call, or contact us. Message frequency varies. Message and data rates may apply. Reply STOP to end text messages, or HELP for help.`,
} as const

/** In place of the name of a form that does not say which text its page showed. */
export const notStated = 'not stated'

const name = owner.sendsTexts ? '2026-11-26-texts' : '2026-11-26-calls'

export const consent = { name, text: consentTexts[name] } as const
