/** sessionStorage, for the length of a visit. Where the browser forbids it, values are read as null. */
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
      // Full or forbidden: the site works without it.
    }
  },
}
