import 'server-only'
import { isAttributionName } from '@/lib/forms/attribution'
import { escapeFormula } from '@/lib/forms/normalize'
import type { StoredLead } from '@/lib/leads/lead'
import { env } from '@/lib/server/env'
import { printAll, printable } from './terminal'

/** Leads as text. Reads them in pages, because all leads may not fit into memory. */

const dayMs = 86_400_000

type Pages = AsyncIterable<readonly StoredLead[]> | Iterable<readonly StoredLead[]>

/** As wide as their longest value can be, so that all pages have the same columns. Together they fit 100 columns. */
const listColumns = [
  'state    ',
  'id'.padEnd(36),
  'kind'.padEnd(16),
  'outcome       ',
  'received (UTC)  ',
]

export function printLeads(pages: Pages): Promise<void> {
  return printAll(formatLeadTable(pages))
}

/** One line per lead, without personal data. */
export async function* formatLeadTable(pages: Pages): AsyncGenerator<string> {
  let isFirst = true
  for await (const leads of pages) {
    if (leads.length === 0) continue
    const rows = leads.map(({ state, id, kind, reason, outcome, createdAt }) => [
      state,
      id,
      kind,
      reason ?? outcome ?? '',
      new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
    ])
    yield* formatTable(listColumns, rows).slice(isFirst ? 0 : 2)
    isFirst = false
  }
  if (isFirst) yield 'No leads.'
}

/** When a dead or held lead is deleted. Once that is announced, its `nextAt` says so. */
function deletionOf({ state, nextAt, createdAt }: StoredLead): number | null {
  if (state !== 'dead' && state !== 'held') return null
  return nextAt ?? createdAt + env.undeliveredRetentionDays * dayMs
}

/** Everything that is stored of a lead, with its times as text. */
export function formatLead(lead: StoredLead): string {
  const { payload, extras, unreadable } = lead
  return JSON.stringify({ ...summaryOf(lead), payload, extras, ...unreadable }, null, 2)
}

/** A lead with its times as text, without personal data. */
function summaryOf(lead: StoredLead) {
  const { payload, extras, unreadable, ...rest } = lead
  return {
    ...rest,
    createdAt: isoTime(lead.createdAt),
    nextAt: isoTime(lead.nextAt),
    attemptedAt: isoTime(lead.attemptedAt),
    deliveredAt: isoTime(lead.deliveredAt),
    deletedAt: isoTime(deletionOf(lead)),
  }
}

/**
 * Every lead with every field of its payload and its attribution. Reads the leads twice: first to collect the names of
 * the columns, which are only the known ones, so that their number does not grow with that of the leads. What is not JSON
 * has a column of its own.
 */
export async function* toCsv(read: () => Pages): AsyncGenerator<string> {
  const plain = [
    'id',
    'kind',
    'state',
    'outcome',
    'attempts',
    'createdAt',
    'deliveredAt',
    'replaces',
  ]
  const campaign = new Set<string>()
  const fields = new Set<string>()
  const damaged = new Set<string>()
  for await (const leads of read())
    for (const { payload, extras, unreadable } of leads) {
      if (unreadable) damaged.add('unreadable')
      for (const name of Object.keys(extras?.attribution ?? {}))
        if (isAttributionName(name)) campaign.add(name)
      for (const name of Object.keys(payload ?? {})) fields.add(name)
    }
  const names = [...plain, 'consent', ...[...campaign].sort(), ...fields, ...damaged]
  yield byteOrderMark + csvLine(names)
  for await (const leads of read())
    for (const lead of leads) {
      const values: Record<string, unknown> = {
        ...summaryOf(lead),
        ...lead.extras,
        ...lead.extras?.attribution,
        ...lead.payload,
        unreadable: Object.values(lead.unreadable ?? {}).join('\n'),
      }
      yield csvLine(names.map((name) => values[name]))
    }
}

/** At the beginning of a CSV file. Without it, Excel takes UTF-8 for another encoding. */
const byteOrderMark = '\uFEFF'

/** Values are always quoted, and keep their line breaks. */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const lines = String(value ?? '').split(/\r\n|[\r\n]/)
    return escapeFormulas(lines.map(printable).join('\n')).replaceAll('"', '""')
  })
  return cells.map((cell) => `"${cell}"`).join(',')
}

/**
 * Also those after a semicolon, a tab, or a line break. Where one of them separates cells, as the semicolon does in most of
 * Europe, what follows is a cell of its own, because the quotes do not begin there.
 */
function escapeFormulas(text: string): string {
  // The parts with an odd index are the separators.
  const parts = text.split(/([;\t\r\n][\s"]*)/)
  return parts.map((part, index) => (index % 2 ? part : escapeFormula(part))).join('')
}

/** A table whose columns are as wide as their longest value. Its first two lines are the head. */
export function formatTable(names: string[], rows: string[][]): string[] {
  const cells = rows.map((row) => row.map((value) => printable(String(value))))
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [names, rule, ...cells].map((row) =>
    row
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
