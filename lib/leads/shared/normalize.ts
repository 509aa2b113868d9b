import type { FieldType } from './fields'

/** Text cleanup: `normalize` before validation, `sanitize` before sending, `formatters` while a visitor types. */

/** Control characters other than white space, zero-width and bidirectional marks, unpaired surrogates. */
const invisible = /[\p{Cf}\p{Cs}]|(?!\s)\p{Cc}/gu

export function normalize(value: string): string {
  return value.replace(invisible, '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** Phones type O’Brien with a curly apostrophe. */
export function normalizeApostrophes(value: string): string {
  return value.replace(/[\u2018\u2019\u02bc\u2032\uff07]/g, "'")
}

export function sanitize(value: string): string {
  return normalize(value.replace(/[<>]/g, ''))
}

/**
 * Spreadsheets run text that begins with `=`, `+`, `-` or `@` as a formula, so such text gets a leading apostrophe.
 * Plain phone numbers and list dashes are safe.
 */
export function sanitizeFreeText(value: string): string {
  const text = sanitize(value)
  return /^[=+\-@]/.test(text) && !/^(- |\+[\d ().-]{7,20}$)/.test(text) ? `'${text}` : text
}

/** Applied when a visitor leaves the field, and on submit. */
export const formatters: Partial<Record<FieldType, (value: string) => string>> = {
  phone: formatPhone,
  url: formatWebsite,
}

/** Turns dots, slashes and long dashes into hyphens. */
export function formatPhone(value: string): string {
  return value.trim().replace(/[./\u2010-\u2015]/g, '-')
}

/** Completes a bare domain. */
export function formatWebsite(value: string): string {
  const isDomain = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(value.trim())
  return isDomain ? `https://${value.trim()}` : value
}
