/** Text cleanup: `normalize` before validation, `sanitize` before sending. */

/** Control characters other than white space, zero-width and bidirectional marks, unpaired surrogates. */
const invisible = /[\p{Cf}\p{Cs}]|(?!\s)\p{Cc}/gu

export function normalize(value: string): string {
  // Composing can turn one mark into several.
  const composed = limitMarks(limitMarks(value.replace(invisible, '')).normalize('NFC'))
  return hasVisible.test(composed) ? composed.replace(/\s+/g, ' ').trim() : ''
}

/** Some letters, marks, and symbols are invisible too, such as U+3164. They have a meaning beside others, but not alone. */
const hasVisible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Keeps 30 combining marks in a row, as Unicode's Stream-Safe Text Format does. The time that NFC takes grows with the
 * square of their number: 64 KB of them took two seconds.
 */
function limitMarks(value: string): string {
  return value.replace(/(\p{M}{30})\p{M}+/gu, '$1')
}

/** Phones type O’Brien with a curly apostrophe, and word processors type Drain Pros – Spokane with a long dash. */
export function normalizePunctuation(value: string): string {
  return value
    .replace(/[\u2018\u2019\u02bc\u2032\uff07]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

export function sanitize(value: string): string {
  return normalize(value.replace(/[<>]/g, ''))
}

export function sanitizeFreeText(value: string): string {
  const text = sanitize(value)
  // It cannot do harm, and a phone system can dial it.
  const isPhone = /^[+-][\d ().+-]{9,20}$/.test(text)
  return isPhone ? text : escapeFormula(text)
}

/**
 * Spreadsheets run text that begins with `=`, `+`, `-` or `@`, also in full width, as a formula, so such text gets a
 * leading apostrophe. They also drop the plus of a phone number.
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
}
