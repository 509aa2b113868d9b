/** What the form accepts. */
export function hasPhoneFormat(phone: string): boolean {
  return /^[\d()+-]{10,15}$/.test(phone.replaceAll(' ', ''))
}

/**
 * The number that is dialed, in one spelling: the ten digits of the North American numbering plan, with what stands before them
 * and after them left out, or all digits of a number abroad.
 */
export function dialedNumber(phone: string): string {
  const dialed = withoutMarks(phone)
  const abroad = numberAbroad(dialed)
  if (abroad) return abroad
  // A 1, or a code to dial out, such as 0, 00, and 011. No area code begins with 0 or 1.
  const number = dialed.replaceAll('+', '').replace(/^[01]+/, '')
  return /^[2-9]\d\d[2-9]\d{6}/.exec(number)?.[0] ?? number
}

function withoutMarks(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}

/** After a plus, or a code to dial abroad. */
function numberAbroad(dialed: string): string | undefined {
  return /^(?:\+|\+?(?:00|011))([2-9].*)$/.exec(dialed)?.[1]?.replaceAll('+', '')
}

/**
 * Whether the visitor is asked about a number, which the form takes all the same: one that is not exactly of the North American
 * numbering plan, and could be abroad, or one that is not called.
 */
export function isUnusualNumber(phone: string): boolean {
  const isPlain = /^(\+?1)?[2-9]\d\d[2-9]\d{6}$/.test(withoutMarks(phone))
  return !isPlain || isUnsafeNumber(phone)
}

/**
 * 911, 988, and the like as area code: a system that dials only the first digits of 911-555-0123 reaches an emergency or crisis
 * line. And the premium numbers of the plan, which have 900 as area code or 976 as exchange. A plus before ten digits can
 * also be a mistake, where the country has longer or shorter numbers.
 */
export function isUnsafeNumber(phone: string): boolean {
  const dialed = withoutMarks(phone)
  const abroad = numberAbroad(dialed)
  if (abroad) return /^(911|900|976)\d{7}$/.test(abroad)
  return /^112/.test(dialed) || /^([2-9]11|988|900|976|\d{3}976\d{4}$)/.test(dialedNumber(phone))
}

/** The number in front of an extension or a pause, which its maximum length can have cut: (509) 555-0147 ext, 509-555-0147,,1 */
export function withoutExtension(phone: string): string | null {
  const extension = /^([\d ()+-]{10,}?)[ (,;-]*(?:#|x|e[a-z]*|[,;])[ .:-]*\d*\)?$/i
  const number = extension.exec(phone.trim())?.[1]
  return number && hasPhoneFormat(number) ? number : null
}
