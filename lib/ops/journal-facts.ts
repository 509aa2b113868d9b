import 'server-only'
import { leadStates } from '@/lib/leads/lead'
import type { Store } from '@/lib/leads/store/database'
import { version } from '@/package.json'
import { countGroups } from './conditions'

/** `commit` is that of the build, if it is known. */
export const release = {
  version,
  ...(process.env.BUILT_COMMIT && { commit: process.env.BUILT_COMMIT }),
}

/** So many leads of each state are counted at most. */
export const countLimit = 10_000

/** What the health report and the metrics say of the journal. Times are milliseconds since 1970, or null. */
export async function journalFacts(store: Store) {
  const groups = leadStates.map((name) => ({ name, where: `state = '${name}'` }))
  const counts = await countGroups(store, groups, countLimit)
  const oldest = (...states: string[]) => {
    const times = counts.flatMap(({ name, oldest }) => (states.includes(name) && oldest) || [])
    return times.length > 0 ? Math.min(...times) : null
  }
  const [row] = await store.read(
    `SELECT (SELECT ended_at FROM maintenance) AS "lastMaintenance",
       (SELECT delivered_at FROM leads ${store.indexedBy('leads_delivered')}
        WHERE state = 'delivered' AND delivered_at IS NOT NULL ORDER BY delivered_at DESC LIMIT 1) AS "lastDelivered"`,
  )
  const time = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    leads: Object.fromEntries(counts.map(({ name, leads }) => [name, leads])),
    oldestWaiting: oldest('pending', 'leased'),
    oldestUndelivered: oldest('pending', 'leased', 'dead'),
    oldestHeld: oldest('held'),
    lastMaintenance: time(row?.lastMaintenance),
    lastDelivered: time(row?.lastDelivered),
    bytes: await store.bytes(),
  }
}
