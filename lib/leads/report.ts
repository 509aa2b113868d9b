import 'server-only'
import { type Kept, states } from './journal'

/** The journal in words and tables. */

export function describeKept(leads: readonly Kept[]): string {
  if (leads.length === 0) return 'No leads.'
  const byState = states.flatMap((state) => leads.filter((lead) => lead.state === state))
  const rows = byState.map((lead) => [
    lead.state,
    lead.id,
    lead.kind,
    String(lead.attempts),
    lead.outcome ?? '',
    time(lead.createdAt),
    time(lead.nextAt ?? lead.deliveredAt),
  ])
  return table(['state', 'id', 'kind', 'tries', 'outcome', 'received', 'next or done'], rows)
}

/** Leads a day and state, with a bar a day. */
export function statistics(leads: readonly Kept[]): string {
  if (leads.length === 0) return 'No leads.'
  const days = [...new Set(leads.map(({ createdAt }) => day(createdAt)))].sort()
  const of = (date: string) => leads.filter(({ createdAt }) => day(createdAt) === date)
  const most = Math.max(...days.map((date) => of(date).length))
  const rows = days.map((date) => {
    const count = of(date).length
    const bar = '█'.repeat(Math.max(1, Math.round((count / most) * 30)))
    return [
      date,
      String(count),
      ...states.map((state) => String(of(date).filter((lead) => lead.state === state).length)),
      bar,
    ]
  })
  return table(['day', 'leads', ...states, ''], rows)
}

/** Every lead with every field of its body, as a spreadsheet can be trusted with it. */
export function toCsv(leads: readonly Kept[]): string {
  const fields = [...new Set(leads.flatMap(({ payload }) => Object.keys(payload ?? {})))]
  const head = ['id', 'kind', 'state', 'outcome', 'attempts', 'createdAt', 'deliveredAt', ...fields]
  const rows = leads.map((lead) => [
    lead.id,
    lead.kind,
    lead.state,
    lead.outcome ?? '',
    String(lead.attempts),
    iso(lead.createdAt),
    iso(lead.deliveredAt),
    ...fields.map((name) => lead.payload?.[name] ?? ''),
  ])
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}

/** Quoted always; what a spreadsheet would run as a formula is made text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function iso(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}

function time(at: number | null): string {
  return iso(at).slice(0, 16).replace('T', ' ')
}

function day(at: number): string {
  return iso(at).slice(0, 10)
}
