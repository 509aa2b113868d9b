import 'server-only'
import { dayInZone } from '@/lib/dates/days'
import { colors } from '@/lib/page/colors'
import { type Report, type Row, type Section, sum } from './make-report'

/** One page for people who would rather look than read tables. It needs no scripts and no other file. */
export function htmlReport({ title, range, sections }: Report, now: Date): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
<main>
<header>
<h1>${title}</h1>
<p>${range} Made on ${dayInZone(now)}. It contains no personal data.</p>
</header>
${sections.map((section) => `<section>\n${table(section)}\n</section>`).join('\n')}
</main>
</html>
`
}

/** The first two numbers are drawn, in a color each. The longest bar is as wide as its column. */
function table({ title, head, rows, note }: Section): string {
  const barsOf = ([, cells]: Row) => cells.slice(0, 2).filter((cell) => typeof cell === 'number')
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
:root { color-scheme: light dark; ${declare(colors.light)} }
@media (prefers-color-scheme: dark) { :root { ${declare(colors.dark)} } }
body { margin: 0; padding: 2rem max(1rem, 6vw); font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--foreground); background: var(--background); overflow-wrap: anywhere; }
main { max-width: 62rem; margin: auto; }
h1, h2 { line-height: 1.1; letter-spacing: -0.02em; overflow-wrap: break-word; }
h1 { margin: 0; font-size: 2rem; }
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

function declare(scheme: Record<string, string>): string {
  return Object.entries(scheme)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
