import { session } from './session-storage'

const key = 'visit'

/** Address and referrer of the first page of a visit, as JSON. */
export const firstVisit = {
  read: (): string | null => session.read(key),
  keep(address: string, referrer: string): void {
    if (firstVisit.read() === null) session.write(key, JSON.stringify([address, referrer]))
  },
}
