import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { unrecordedNow } from '@/lib/leads/delivery'
import { getJournal } from '@/lib/leads/journal'
import { leadStates } from '@/lib/leads/lead'
import type { Store } from '@/lib/leads/store/database'
import { formatLabels } from '@/lib/server/increment'
import { runtime } from '@/lib/server/runtime'
import { countLimit, journalFacts, release } from './journal-facts'

type Sample = { labels?: Record<string, string>; value: number | null }
type Gauge = [name: string, help: string, samples: Sample[]]

/** Much shorter than Prometheus waits. */
const journalTimeoutMs = 700

/**
 * In the text format of Prometheus. Counters are of this process, and have neither personal data nor addresses. While the journal
 * fails, or takes too long, what it said last stays, so that no alert ends because of that.
 */
export async function metrics(): Promise<string> {
  const timeout = setTimeout(journalTimeoutMs, false, { ref: false })
  const isUp = await Promise.race([readJournal().catch(() => false), timeout])
  const gauges: Gauge[] = [
    ['site_info', 'The version and the commit of the site.', [{ labels: release, value: 1 }]],
    [
      'site_unrecorded_leads',
      'Leads that were sent while the journal failed, and that it does not have yet.',
      [{ value: unrecordedNow() }],
    ],
    ['site_journal_up', 'Whether a lead can be recorded now.', [{ value: isUp ? 1 : 0 }]],
  ]
  return [
    ...gauges.flatMap((each) => gauge(...each)),
    ...runtime.journalMetrics,
    ...counters(
      'site_send_seconds',
      'Attempts to send a lead, and how long they took together.',
      'summary',
    ),
    ...counters('site_refused_total', 'Posts that were not accepted.', 'counter'),
    '',
  ].join('\n')
}

/** False when there is no journal. */
async function readJournal(): Promise<boolean> {
  const store = await getJournal()?.store.check()
  if (store) runtime.journalMetrics = (await journalGauges(store)).flatMap((each) => gauge(...each))
  return Boolean(store)
}

function gauge(name: string, help: string, samples: Sample[]): string[] {
  const values = samples.flatMap(({ labels = {}, value }) =>
    value === null ? [] : `${name}${formatLabels(labels)} ${value}`,
  )
  return [...head(name, help, 'gauge'), ...values]
}

function counters(name: string, help: string, type: string): string[] {
  const counted = [...runtime.metrics].filter(([key]) => key.startsWith(name)).sort()
  return [...head(name, help, type), ...counted.map(([key, value]) => `${key} ${value}`)]
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

async function journalGauges(store: Store): Promise<Gauge[]> {
  const waiting = leadStates.filter((state) => state !== 'delivered')
  const counted = await store.read(
    waiting
      .map(
        (state) =>
          `SELECT '${state}' AS state, outcome, COUNT(*) AS leads FROM
             (SELECT outcome FROM leads WHERE state = '${state}' LIMIT ${countLimit}) AS ${state} GROUP BY outcome`,
      )
      .join(' UNION ALL '),
  )
  const { oldestWaiting, lastMaintenance, lastDelivered, bytes } = await journalFacts(store)
  const seconds = (ms: number | null) => [{ value: ms === null ? null : ms / 1000 }]
  return [
    [
      'site_leads',
      `Leads that were not delivered, up to ${countLimit} of each state.`,
      counted.map(({ state, outcome, leads }) => ({
        labels: { state: String(state), outcome: String(outcome ?? 'none') },
        value: Number(leads),
      })),
    ],
    [
      'site_oldest_waiting_timestamp_seconds',
      'When the oldest lead came that waits to be sent.',
      seconds(oldestWaiting),
    ],
    [
      'site_last_delivered_timestamp_seconds',
      'When a lead was last delivered. 0 while none was.',
      seconds(lastDelivered ?? 0),
    ],
    [
      'site_last_maintenance_timestamp_seconds',
      'When maintenance last ended without a fault. 0 while none has.',
      seconds(lastMaintenance ?? 0),
    ],
    ['site_journal_bytes', 'The size of the journal.', [{ value: bytes }]],
  ]
}
