import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/ })

/** The rule for addresses that visitors enter in a form, and ops in a variable. */
export function isHttpUrl(value: string): boolean {
  return httpUrl.safeParse(value).success
}
