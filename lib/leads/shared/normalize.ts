/**
 * Two washes. `clean` comes before validation and removes what a person cannot see.
 * `sanitise` comes before sending and removes what a receiver could trip over.
 */

/** Controls (white space aside), zero-width and bidirectional marks, halves of broken pairs. */
const invisible = /[\p{Cf}\p{Cs}]|(?!\s)\p{Cc}/gu

export function normalize(value: string): string {
  return value.replace(invisible, '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** Phones type O’Brien with a curly apostrophe; a name has one kind. */
export function normalizeApostrophes(value: string): string {
  return value.replace(/[\u2018\u2019\u02bc\u2032\uff07]/g, "'")
}

export function sanitize(value: string): string {
  return normalize(value.replace(/[<>]/g, ''))
}

/**
 * Free text also ends up in spreadsheets, which run what begins with `=`, `+`, `-` or `@` as a formula. A plain phone
 * number and the dash of a list are safe.
 */
export function sanitizeFreeText(value: string): string {
  const text = sanitize(value)
  return /^[=+\-@]/.test(text) && !/^(- |\+[\d ().-]{7,20}$)/.test(text) ? `'${text}` : text
}
