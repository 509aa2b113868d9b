import 'server-only'
import { escapeFormula } from '@/lib/forms/normalize'
import { entryOf } from '@/lib/leads/contact-entries'
import type { StoredLead } from '@/lib/leads/lead'
import { printable } from './terminal'

/** Leads as text. Reads them in pages, because all leads may not fit into memory. */

type Pages = AsyncIterable<readonly StoredLead[]> | Iterable<readonly StoredLead[]>

/** As wide as their longest value can be, so that all pages have the same columns. Together they fit 100 columns. */
const listColumns = [
  'state    ',
  'id'.padEnd(36),
  'kind'.padEnd(16),
  'outcome       ',
  'received (UTC)  ',
]

/** A line for each lead, without personal data but the names that are asked for. */
export async function* formatLeadTable(pages: Pages, withNames = false): AsyncGenerator<string> {
  const nameTypes = withNames ? (['name', 'business'] as const) : []
  let isFirst = true
  for await (const leads of pages) {
    if (leads.length === 0) continue
    const rows = leads.map(({ state, id, kind, reason, calledAt, outcome, createdAt, payload }) => [
      state,
      id,
      kind,
      reason ?? (calledAt ? 'called' : (outcome ?? '')),
      new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
      ...nameTypes.map((type) => (payload ? entryOf({ kind, payload }, type) : '')),
    ])
    const table = formatTable([...listColumns, ...nameTypes], rows).slice(isFirst ? 0 : 2)
    yield `${table.join('\n')}\n`
    isFirst = false
  }
  if (isFirst) yield 'No leads.\n'
}

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
    calledAt: isoTime(lead.calledAt),
  }
}

/**
 * Every lead with every field of its payload and its attribution. Reads the leads twice: first to collect the names of
 * the columns.
 */
export async function* toCsv(read: () => Pages): AsyncGenerator<string> {
  const names = new Set<string>()
  for await (const leads of read())
    for (const lead of leads) for (const name of Object.keys(cellsOf(lead))) names.add(name)
  yield byteOrderMark + csvLine([...names])
  for await (const leads of read())
    for (const cells of leads.map(cellsOf)) yield csvLine([...names].map((name) => cells[name]))
}

/** What is not JSON is in the column of its name. */
function cellsOf(lead: StoredLead): Record<string, unknown> {
  const { payload, extras, unreadable } = lead
  const consent = extras?.consent
  return { ...summaryOf(lead), consent, ...extras?.attribution, ...payload, ...unreadable }
}

/** At the beginning of a CSV file. Without it, Excel takes UTF-8 for another encoding. */
const byteOrderMark = '\uFEFF'

/** A line with its end. Values are always quoted, and keep their line breaks. */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const lines = String(value ?? '').split(/\r\n|[\r\n]/)
    return escapeFormulas(lines.map(printable).join('\n')).replaceAll('"', '""')
  })
  return `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`
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
