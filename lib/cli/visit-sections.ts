import 'server-only'
import { wizard } from '@/lib/content/booking'
import { fieldsOf } from '@/lib/forms/fields'
import { type Form, forms, type LeadKind, leadKinds } from '@/lib/forms/forms'
import type { Query } from '@/lib/leads/store/database'
import { largestFirst, type Row, type Section } from './report-rows'

/** How often something was counted, of one campaign or of all, and the campaigns that visitors came from. */
export type Visits = { count: (name: string, campaign?: string) => number; campaigns: string[] }

/** Those of the whole days in this time. Null if there are none. */
export async function readVisits(
  read: Query,
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Visits | null> {
  const rows = await read(
    `SELECT campaign, name, SUM(count) AS count FROM visit_counts
     WHERE day >= $1 AND day < $2 GROUP BY campaign, name`,
    [since, until],
  )
  const counts = new Map<string, number>()
  for (const { campaign, name, count } of rows)
    for (const key of [`${name}`, `${name} of ${campaign}`])
      counts.set(key, (counts.get(key) ?? 0) + Number(count))
  if (rows.length === 0) return null
  return {
    count: (name, campaign) => counts.get(campaign ? `${name} of ${campaign}` : name) ?? 0,
    campaigns: rows.flatMap(({ name, campaign }) => (name === 'entry' ? String(campaign) : [])),
  }
}

/** What becomes of visitors: which forms they open, begin, and send, and where they leave them. */
export function visitSections({ count }: Visits, sent: (kind: LeadKind) => number): Section[] {
  // The page of the booking is its form.
  const opened = (kind: LeadKind) => count(kind === 'booking' ? '/book-demo' : `${kind} opened`)
  const ways = leadKinds.flatMap((kind) => {
    const counts = [count('entry'), opened(kind), count(`${kind} begun`), sent(kind)]
    return ['opened', 'begun', 'sent'].map((stage, index): Row => {
      const [before = 0, after = 0] = counts.slice(index)
      return [`${kind} ${stage}`, [after, share(after, before)]]
    })
  })
  const later = wizard.steps.slice(1).map((_, index) => count(`booking step ${index + 2}`))
  const reached = [opened('booking'), ...later, sent('booking')]
  const steps = wizard.steps.map(({ label }, index): Row => {
    const [all = 0, next = 0] = reached.slice(index)
    const lost = Math.max(0, all - next)
    return [`${index + 1} ${label}`, [all - lost, lost, share(lost, all)]]
  })
  const refused = leadKinds.flatMap((kind) =>
    fieldsOf<Form>(forms[kind]).map(
      ({ name, label }): Row => [`${kind}: ${label}`, [count(`${kind} ${name}`)]],
    ),
  )
  return [
    {
      title: 'From visit to lead',
      head: ['Visitors', 'Count', 'Of those before'],
      rows: [['entries', [count('entry'), '']], ...ways],
      note: 'A form counts once for each time its page is shown. Without scripts it counts only as sent, and no page is counted.',
    },
    { title: 'Booking by step', head: ['Step', 'Went on', 'Left', 'Share'], rows: steps },
    {
      title: 'Refused fields',
      head: ['Field', 'Forms'],
      rows: largestFirst(refused.filter(([, [times]]) => times !== 0)),
    },
  ]
}

export function share(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : ''
}
