/** What the form accepts. */
export function hasPhoneFormat(phone: string): boolean {
  return /^[\d()+-]{10,15}$/.test(phone.replaceAll(' ', ''))
}

/**
 * The ten digits of a number of the North American numbering plan, or null for anything else, which could be a number
 * abroad. The form accepts more than these numbers.
 */
export function plainNumberOf(phone: string): string | null {
  return /^(?:\+?1)?([2-9]\d\d[2-9]\d{6})$/.exec(phone.replaceAll(/[^\d+]/g, ''))?.[1] ?? null
}

/** Such a number could be expensive to call or reach an emergency line, so it is not called until ops say so. */
export function isUnusualNumber(phone: string): boolean {
  const number = plainNumberOf(phone)
  return number === null || [...notAssigned, ...expensive].some((numbers) => numbers.test(number))
}

/**
 * Nobody has these numbers: 911 and the like as area code or exchange, area codes that the plan keeps for later, and those
 * of the government and of networks. A system that dials only the first digits of 911-555-0123 reaches an emergency line.
 */
const notAssigned = [/^[2-9]11/, /^\d{3}[2-9]11/, /^(\d9|37|96)/, /^(456|600|622|710)/]

/**
 * In the plan, 900 and 976 are premium services, 500, 700 and the like are personal numbers of unknown price, and the
 * rest of these area codes lie outside the United States and Canada.
 */
const expensive = [
  /^(900|700|5(00|22|33|44|66|77|88)|[2-9]\d\d976)/,
  /^(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)/,
]

/** The number in front of an extension, which its maximum length can have cut: (509) 555-0147 ext */
export function withoutExtension(phone: string): string | null {
  const number = /^([\d ()+-]{10,}?)[ ,;-]*(?:#|x|e[a-z]*)[ .:-]*\d*$/i.exec(phone.trim())?.[1]
  return number && hasPhoneFormat(number) ? number : null
}
