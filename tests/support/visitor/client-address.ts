let count = 0

/**
 * A client address for `x-forwarded-for` that this process has not used before, so that the rate limit of one test
 * does not reject another.
 */
export function newClientAddress(): string {
  count++
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}
