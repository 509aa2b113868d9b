/** A phone number as links and machines need it. Apart from the rules of the forms, whose module pages would load with it. */
export function withCountryCode(phone: string): string {
  return phone.replaceAll(/[^+\d]/g, '').replace(/^1?(\d{10})$/, '+1$1')
}
