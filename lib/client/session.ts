/** What the browser remembers for the length of a visit. A browser that forbids storing forgets; nothing breaks. */
export const session = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string | null): void {
    try {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
    } catch {
      // Full or forbidden: the visit goes on without a memory.
    }
  },
}
