import 'server-only'
import { unrecordedNow } from '@/lib/leads/delivery'
import { getJournal } from '@/lib/leads/journal'
import { leadStates } from '@/lib/leads/lead'
import type { Store } from '@/lib/leads/store/database'
import { formatLabels } from '@/lib/server/increment'
import { runtime } from '@/lib/server/runtime'
import { countLimit, journalFacts, release } from './journal-facts'

type Sample = { labels?: Record<string, string>; value: number | null }

/** In the text format of Prometheus. Counters are of this process, and have neither personal data nor addresses. */
export async function metrics(): Promise<string> {
  const read = async () => {
    const store = await getJournal()?.store.check()
    return store ? journalGauges(store) : null
  }
  const ofJournal = await read().catch(() => null)
  const gauges: [name: string, help: string, samples: Sample[]][] = [
    ['site_info', 'The version and the commit of the site.', [{ labels: release, value: 1 }]],
    [
      'site_unrecorded_leads',
      'Leads that were sent while the journal failed, and that it does not have yet.',
      [{ value: unrecordedNow() }],
    ],
    ['site_journal_up', 'Whether a lead can be recorded now.', [{ value: ofJournal ? 1 : 0 }]],
    ...(ofJournal ?? []),
  ]
  return [
    ...gauges.flatMap((each) => gauge(...each)),
    ...counters(
      'site_send_seconds',
      'Attempts to send a lead, and how long they took together.',
      'summary',
    ),
    ...counters('site_refused_total', 'Posts that were not accepted.', 'counter'),
    '',
  ].join('\n')
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

async function journalGauges(store: Store): Promise<[string, string, Sample[]][]> {
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
  const { oldestUndelivered, lastMaintenance, lastDelivered, bytes } = await journalFacts(store)
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
      'site_oldest_undelivered_timestamp_seconds',
      'When the oldest lead came that was not delivered.',
      seconds(oldestUndelivered),
    ],
    [
      'site_last_delivered_timestamp_seconds',
      'When a lead was last delivered.',
      seconds(lastDelivered),
    ],
    [
      'site_last_maintenance_timestamp_seconds',
      'When maintenance last ended without a fault.',
      seconds(lastMaintenance),
    ],
    ['site_journal_bytes', 'The size of the journal.', [{ value: bytes }]],
  ]
}
