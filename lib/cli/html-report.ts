import 'server-only'
import { dayInZone } from '@/lib/dates/days'
import type { Report } from './make-report'
import { escapeHtml, plainPage } from './plain-page'
import { type Row, type Section, sum } from './report-rows'

/** One page for people who would rather look than read tables. It needs no scripts and no other file. */
export function htmlReport({ title, range, sections }: Report, now: Date): string {
  return plainPage(
    title,
    `<header>
<h1>${title}</h1>
<p>${range} Made on ${dayInZone(now)}. It contains no personal data.</p>
</header>
${sections.map((section) => `<section>\n${table(section)}\n</section>`).join('\n')}`,
    style,
  )
}

/** The longest bar is as wide as its column. The first two numbers have a color each. */
function table({ title, head, rows, note }: Section): string {
  const barsOf = ([, cells, bars = cells.filter((cell) => typeof cell === 'number')]: Row) => bars
  const most = Math.max(...rows.map((row) => sum(barsOf(row))))
  const body = rows.map((row) => {
    const [name, values] = row
    const cells = values.map((value) => `<td>${value}</td>`).join('')
    const bars = barsOf(row).map((count, column) => bar(column, count / most))
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells}<td>${bars.join('')}</td></tr>`
  })
  const swatch = (column: number) =>
    column < 2 && typeof rows[0]?.[1][column] === 'number' ? `${bar(column)} ` : ''
  const heads = head.map(
    (name, column) => `<th scope="col">${swatch(column - 1)}${escapeHtml(name)}</th>`,
  )
  return `<table>
<caption><h2>${escapeHtml(title)}</h2></caption>
<thead><tr>${heads.join('')}<td></td></tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>
${note ? `<p>${note}</p>` : ''}`
}

function bar(column: number, share?: number): string {
  const width = share === undefined ? '' : ` style="width:${(share * 100).toFixed(1)}%"`
  return share === 0 ? '' : `<span class="${column === 0 ? 'callback' : 'booking'}"${width}></span>`
}

const style = `
h2 { margin: 0 0 0.75rem; font-size: 1.25rem; text-align: start; }
p { color: var(--muted-foreground); }
section { margin-top: 2rem; padding: clamp(1rem, 4vw, 1.5rem); background: var(--card); border-top: 3px solid var(--primary); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--border); text-align: start; font-weight: 400; }
thead th { color: var(--muted-foreground); font-size: 0.875rem; white-space: nowrap; }
tbody th { min-width: 6rem; overflow-wrap: anywhere; }
td { white-space: nowrap; }
td:last-child { width: 30%; min-width: 4rem; padding-inline-end: 0; font-size: 0; }
@media (min-width: 40rem) { td:last-child { width: 55%; } td:nth-child(n + 6) { width: 35%; } }
/* Bars need room. */
@media (max-width: 26rem) { td:last-child, thead span { display: none; } thead th, tbody th, td { min-width: 0; padding-inline-end: 0.2rem; font-size: 0.8rem; } thead th { white-space: normal; overflow-wrap: normal; font-size: 0.7rem; } }
span { display: inline-block; height: 0.8rem; min-width: 2px; background: var(--water); }
span.booking { background: var(--primary); }
thead span { width: 0.8rem; }
@media print { section { break-inside: avoid; } }
`
