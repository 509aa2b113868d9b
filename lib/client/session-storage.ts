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

const visitKey = 'visit'

/** Address and referrer of the first page of a visit, as JSON. */
export const firstVisit = {
  read: (): string | null => session.read(visitKey),
  keep(address: string, referrer: string): void {
    if (firstVisit.read() === null) session.write(visitKey, JSON.stringify([address, referrer]))
  },
}
