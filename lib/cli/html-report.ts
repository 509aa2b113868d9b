import 'server-only'
import { escapeHtml, plainPage } from '@/lib/http/plain-page'
import type { LeadState } from '@/lib/leads/records'
import { site } from '@/lib/site'
import { type KindCounts, type LeadTotals, sum } from './lead-totals'

/** One page for people who would rather look than read tables. It needs no scripts and no other file. */

const shownDays = 60
const shownCampaigns = 20

export function htmlReport(totals: LeadTotals, now: Date): string {
  const title = `Leads of ${site.name}`
  const { first, last } = totals
  const range =
    first === null || last === null
      ? 'No leads yet.'
      : `Received from ${dayAndTime(first)} to ${dayAndTime(last)}.`
  const sections = first === null ? [] : [funnel, byDay, byCampaign, deliveryTimes, failures]
  return plainPage(
    title,
    `<header>
<h1>${title}</h1>
<p>${range} Made ${dayAndTime(now.getTime())}. It contains no personal data.</p>
</header>
${sections.map((section) => `<section>\n${section(totals)}\n</section>`).join('\n')}`,
    style,
  )
}

/** In words, because most readers do not know the names of the states. */
const fates: [LeadState[], string][] = [
  [['delivered'], 'Delivered to the webhook'],
  [['pending', 'leased'], 'Waiting, will be sent again'],
  [['suspect'], 'Kept as suspects, not sent'],
  [['dead'], 'Given up after the last attempt'],
]

function funnel({ states }: LeadTotals): string {
  const count = (names: LeadState[]) => names.reduce((total, name) => total + states[name], 0)
  const all = count(Object.keys(states) as LeadState[])
  const rows = fates.map(([names, text]): [string, number] => [text, count(names)])
  return table('What became of them', ['Leads', 'Count'], [['Received', all], ...rows], all)
}

function byDay({ days }: LeadTotals): string {
  const shown = days.slice(-shownDays)
  const left = days.length - shown.length
  const note = left > 0 ? `<p>The ${left} days before are not shown.</p>` : ''
  return kindTable('By day, in Pacific time', 'Day', shown) + note
}

function byCampaign({ campaigns }: LeadTotals): string {
  const shown = campaigns.slice(0, shownCampaigns)
  const left = campaigns.length - shown.length
  const note = left > 0 ? `<p>${left} campaigns with fewer leads are not shown.</p>` : ''
  const rows = shown.map(([name, counts]): [string, KindCounts] => [name || 'none', counts])
  return kindTable('By campaign (source / campaign)', 'Campaign', rows) + note
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const spans: [text: string, ms: number][] = [
  ['up to 2 seconds', 2 * second],
  ['up to 10 seconds', 10 * second],
  ['up to 5 minutes', 5 * minute],
  ['up to an hour', hour],
  ['up to a day', 24 * hour],
  ['longer', Number.POSITIVE_INFINITY],
]

function deliveryTimes({ deliveryMs, retried }: LeadTotals): string {
  if (deliveryMs.length === 0) return '<h2>Time to deliver</h2><p>None is delivered yet.</p>'
  const within = (ms: number) => deliveryMs.filter((each) => each <= ms).length
  const rows = spans.map(([text, ms], index): [string, number] => [
    text,
    within(ms) - within(spans[index - 1]?.[1] ?? -1),
  ])
  const at = (share: number) => duration(deliveryMs[Math.ceil(deliveryMs.length * share) - 1] ?? 0)
  return `${table('Time to deliver', ['Time', 'Leads'], rows, deliveryMs.length)}
<p>Half of the leads took up to ${at(0.5)}, and 95 of 100 up to ${at(0.95)}. ${retried} needed more than one attempt.</p>`
}

function failures({ failures }: LeadTotals): string {
  const most = Math.max(1, ...failures.map(([, leads]) => leads))
  return failures.length === 0
    ? '<h2>Failures</h2><p>No lead is waiting because of a failure.</p>'
    : table('Failures of leads that are not delivered', ['Last outcome', 'Leads'], failures, most)
}

function table(
  caption: string,
  heads: [string, string],
  rows: [string, number][],
  most: number,
): string {
  const body = rows.map(
    ([name, count]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${count}</td><td>${bar('all', count, most)}</td></tr>`,
  )
  return tableOf(caption, heads, body)
}

function kindTable(caption: string, name: string, rows: [string, KindCounts][]): string {
  const most = Math.max(...rows.map(([, counts]) => sum(counts)))
  const body = rows.map(
    ([name, counts]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${counts.callback}</td><td>${counts.booking}</td>` +
      `<td>${bar('callback', counts.callback, most)}${bar('booking', counts.booking, most)}</td></tr>`,
  )
  const heads = [
    name,
    '<span class="callback"></span> Callbacks',
    '<span class="booking"></span> Bookings',
  ]
  return tableOf(caption, heads, body)
}

function tableOf(caption: string, heads: string[], rows: string[]): string {
  const cells = heads.map((head) => `<th scope="col">${head}</th>`).join('')
  return `<table>
<caption><h2>${caption}</h2></caption>
<thead><tr>${cells}<td></td></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
}

function bar(kind: string, count: number, most: number): string {
  const width = ((count / Math.max(1, most)) * 100).toFixed(1)
  return count > 0 ? `<span class="${kind}" style="width:${width}%"></span>` : ''
}

function dayAndTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function duration(ms: number): string {
  if (ms < minute) return `${(ms / second).toFixed(1)} seconds`
  if (ms < hour) return `${Math.round(ms / minute)} minutes`
  return `${(ms / hour).toFixed(1)} hours`
}

const style = `
h2 { margin: 0 0 0.75rem; font-size: 1.25rem; text-align: start; }
p { color: var(--soft); }
section { margin-top: 2rem; padding: clamp(1rem, 4vw, 1.5rem); background: var(--ticket); border-top: 3px solid var(--copper); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--rule); text-align: start; font-weight: 400; }
thead th { color: var(--soft); font-size: 0.875rem; }
tbody th { min-width: 6rem; overflow-wrap: anywhere; }
thead th { white-space: nowrap; }
td { white-space: nowrap; }
td:last-child { width: 30%; min-width: 4rem; padding-inline-end: 0; font-size: 0; }
@media (min-width: 40rem) { td:last-child { width: 55%; } }
/* Bars need room. */
@media (max-width: 26rem) { td:last-child, thead span { display: none; } th, td { padding-inline-end: 0.5rem; } }
span { display: inline-block; height: 0.8rem; min-width: 2px; background: var(--water); }
span.booking { background: var(--copper); }
thead span { width: 0.8rem; }
@media print { section { break-inside: avoid; } }
`
