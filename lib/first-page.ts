const key = 'visit'

/** Where the visit came from, as its first page saw it: kept as long as the visit lasts. */
export const firstPage = {
  read(): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  keep(address: string, referrer: string): void {
    try {
      if (firstPage.read() === null)
        sessionStorage.setItem(key, JSON.stringify([address, referrer]))
    } catch {
      // Forbidden or full: the visit has no memory.
    }
  },
}
