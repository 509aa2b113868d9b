import 'server-only'
import { escapeHtml, plainPage } from '@/lib/http/plain-page'
import { leadStates } from '@/lib/leads/records'
import { site } from '@/lib/site'
import { formatTime } from './formats'
import { type LeadTotals, sum } from './lead-totals'

/** One page for people who would rather look than read tables. It needs no scripts and no other file. */

const shownDays = 60
const shownCampaigns = 20

export function htmlReport(totals: LeadTotals, now: Date): string {
  const title = `Leads of ${site.name}`
  const { days, first, last } = totals
  const isEmpty = days.length === 0
  const range = isEmpty
    ? 'No leads yet.'
    : `Received from ${formatTime(first)} UTC to ${formatTime(last)} UTC.`
  const sections = isEmpty ? [] : [funnel, byDay, byCampaign, deliveryTimes, failures]
  return plainPage(
    title,
    `<header>
<h1>${title}</h1>
<p>${range} Made ${formatTime(now.getTime())} UTC. It contains no personal data.</p>
</header>
${sections.map((section) => `<section>\n${section(totals)}\n</section>`).join('\n')}`,
    style,
  )
}

/** In words, because most readers do not know the names of the states. */
const fates: [text: string, states: readonly string[]][] = [
  ['Received', leadStates],
  ['Delivered to the webhook', ['delivered']],
  ['Waiting, will be sent again', ['pending', 'leased']],
  ['Kept as suspects, not sent', ['suspect']],
  ['Given up after the last attempt', ['dead']],
]

function funnel({ states }: LeadTotals): string {
  const count = (names: readonly string[]) => sum(names.flatMap((name) => states.get(name) ?? []))
  const rows: Row[] = fates.map(([text, names]) => [text, [count(names)]])
  return table('What became of them', ['Leads', 'Count'], rows)
}

const kindHeads = [
  '<span class="callback"></span> Callbacks',
  '<span class="booking"></span> Bookings',
]

function byDay({ days }: LeadTotals): string {
  const left = days.length - shownDays
  const note = left > 0 ? `<p>The ${left} days before are not shown.</p>` : ''
  return table('By day, in Pacific time', ['Day', ...kindHeads], days.slice(-shownDays)) + note
}

function byCampaign({ campaigns }: LeadTotals): string {
  const shown = campaigns.slice(0, shownCampaigns)
  const left = campaigns.length - shownCampaigns
  const note = left > 0 ? `<p>${left} campaigns with fewer leads are not shown.</p>` : ''
  const rows: Row[] = shown.map(([name, counts]) => [name || 'none', counts])
  return table('By campaign (source / campaign)', ['Campaign', ...kindHeads], rows) + note
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
  const all = deliveryMs.length
  if (all === 0) return '<h2>Time to deliver</h2><p>None is delivered yet.</p>'
  const within = (ms: number) => deliveryMs.filter((each) => each <= ms).length
  const before = (index: number) => within(spans[index - 1]?.[1] ?? -1)
  const rows: Row[] = spans.map(([text, ms], index) => [text, [within(ms) - before(index)]])
  const at = (share: number) => duration(deliveryMs[Math.ceil(all * share) - 1] ?? 0)
  return `${table('Time to deliver', ['Time', 'Leads'], rows, all)}
<p>Half of the leads took up to ${at(0.5)}, and 95 of 100 up to ${at(0.95)}. ${retried} needed more than one attempt.</p>`
}

function failures({ failures }: LeadTotals): string {
  if (failures.length === 0)
    return '<h2>Failures</h2><p>No lead is waiting because of a failure.</p>'
  const rows: Row[] = failures.map(([outcome, counts]) => [outcome, [sum(counts)]])
  return table('Failures of leads that are not delivered', ['Last outcome', 'Leads'], rows)
}

type Row = [name: string, counts: number[]]

/** A bar for `most` leads is as wide as its column. */
function table(
  caption: string,
  heads: string[],
  rows: Row[],
  most = Math.max(...rows.map(([, counts]) => sum(counts))),
): string {
  const body = rows.map(([name, counts]) => {
    const cells = counts.map((count) => `<td>${count}</td>`).join('')
    const bars = counts.map((count, column) => bar(count / most, column)).join('')
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells}<td>${bars}</td></tr>`
  })
  return `<table>
<caption><h2>${caption}</h2></caption>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}<td></td></tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>`
}

function bar(share: number, column: number): string {
  const kind = column === 0 ? 'callback' : 'booking'
  return share > 0 ? `<span class="${kind}" style="width:${(share * 100).toFixed(1)}%"></span>` : ''
}

function duration(ms: number): string {
  if (ms < minute) return `${(ms / second).toFixed(1)} seconds`
  if (ms < hour) return `${Math.round(ms / minute)} minutes`
  return `${(ms / hour).toFixed(1)} hours`
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
@media (min-width: 40rem) { td:last-child { width: 55%; } }
/* Bars need room. */
@media (max-width: 26rem) { td:last-child, thead span { display: none; } th, td { padding-inline-end: 0.5rem; } }
span { display: inline-block; height: 0.8rem; min-width: 2px; background: var(--water); }
span.booking { background: var(--primary); }
thead span { width: 0.8rem; }
@media print { section { break-inside: avoid; } }
`
