import 'server-only'
import type { Store } from '@/lib/leads/admin'
import { version } from '@/package.json'

/** What the health report and the metrics say of the journal. Times are milliseconds since 1970, or null. */
export async function journalFacts(store: Store) {
  const [row] = await store.read(
    `SELECT (SELECT ended_at FROM maintenance) AS "lastMaintenance",
       (SELECT delivered_at FROM leads ${store.indexedBy('leads_personal')}
        WHERE state = 'delivered' AND payload IS NOT NULL ORDER BY delivered_at DESC LIMIT 1) AS "lastDelivered"`,
  )
  const time = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    lastMaintenance: time(row?.lastMaintenance),
    lastDelivered: time(row?.lastDelivered),
    bytes: await store.bytes(),
  }
}

export const siteVersion = version
