import { session } from './session'

const key = 'visit'

/** Where the visit came from, as its first page saw it: kept as long as the visit lasts. */
export const firstVisit = {
  read: (): string | null => session.read(key),
  keep(address: string, referrer: string): void {
    if (firstVisit.read() === null) session.write(key, JSON.stringify([address, referrer]))
  },
}
