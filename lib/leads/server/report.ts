import 'server-only'
import { env } from '@/lib/server/env'
import { escapeFormula } from '../shared/normalize'
import type { StoredLead } from './journal/records'

/** Leads as text. Reads them in pages, because all leads may not fit into memory. */

const dayMs = 86_400_000

type Pages = AsyncIterable<readonly StoredLead[]>

const listColumns: [name: string, width: number][] = [
  ['state', 9],
  ['id', 36],
  ['kind', 16],
  ['attempts', 8],
  ['outcome', 11],
  ['received (UTC)', 16],
  ['last attempt', 16],
  ['next', 25],
]

/** One line per lead, without personal data. */
export async function* formatLeadTable(pages: Pages): AsyncGenerator<string> {
  const widths = listColumns.map(([, width]) => width)
  let empty = true
  for await (const leads of pages) {
    const rows = leads.map((lead) => [
      lead.state,
      lead.id,
      lead.kind,
      String(lead.attempts),
      lead.outcome ?? '',
      time(lead.createdAt),
      time(lead.attemptedAt ?? lead.deliveredAt),
      nextStep(lead),
    ])
    if (empty)
      yield* head(
        listColumns.map(([name]) => name),
        widths,
      )
    yield* rows.map((row) => line(row, widths))
    empty = false
  }
  if (empty) yield 'No leads.'
}

function nextStep(lead: StoredLead): string {
  const deletion = deletionOf(lead)
  if (deletion !== null) return `deleted ${time(deletion)}`
  return lead.state === 'pending' ? `attempt ${time(lead.nextAt)}` : ''
}

/** When a dead or suspect lead is deleted. Once that is announced, its `nextAt` says so. */
function deletionOf({
  state,
  nextAt,
  createdAt,
}: Pick<StoredLead, 'state' | 'nextAt' | 'createdAt'>): number | null {
  if (state !== 'dead' && state !== 'suspect') return null
  return nextAt ?? createdAt + env.undeliveredRetentionDays * dayMs
}

/** The same leads as one JSON array. */
export async function* formatLeadJson(pages: Pages): AsyncGenerator<string> {
  let before = '['
  for await (const leads of pages)
    for (const { payload: _, extras: __, ...lead } of leads) {
      const times = {
        createdAt: iso(lead.createdAt),
        nextAt: iso(lead.nextAt) || null,
        attemptedAt: iso(lead.attemptedAt) || null,
        deletedAt: iso(deletionOf(lead)) || null,
        deliveredAt: iso(lead.deliveredAt) || null,
      }
      yield before + JSON.stringify({ ...lead, ...times })
      before = ','
    }
  yield before === '[' ? '[]' : ']'
}

/** Every lead with every field of its payload. Reads the leads twice: first to collect the names of the columns. */
export async function* toCsv(read: () => Pages): AsyncGenerator<string> {
  const names = new Set<string>()
  for await (const leads of read())
    for (const { payload } of leads) for (const name of Object.keys(payload ?? {})) names.add(name)
  const fields = [...names]
  const csv = (row: string[]) => row.map(cell).join(',')
  yield csv(['id', 'kind', 'state', 'outcome', 'attempts', 'createdAt', 'deliveredAt', ...fields])
  for await (const leads of read())
    yield* leads.map((lead) =>
      csv([
        lead.id,
        lead.kind,
        lead.state,
        lead.outcome ?? '',
        String(lead.attempts),
        iso(lead.createdAt),
        iso(lead.deliveredAt),
        ...fields.map((name) => lead.payload?.[name] ?? ''),
      ]),
    )
}

/** Always quoted. */
function cell(value: string): string {
  return `"${escapeFormula(value).replaceAll('"', '""')}"`
}

/** A table whose columns are as wide as their longest value. */
export function formatTable(names: string[], rows: string[][]): string[] {
  const widths = names.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [...head(names, widths), ...rows.map((row) => line(row, widths))]
}

function head(names: string[], widths: number[]): string[] {
  return [
    line(names, widths),
    line(
      widths.map((width) => '-'.repeat(width)),
      widths,
    ),
  ]
}

function line(row: string[], widths: number[]): string {
  return row
    .map((value, column) => value.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()
}

function iso(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}

function time(at: number | null): string {
  return iso(at).slice(0, 16).replace('T', ' ')
}
