import { expect, it, onTestFinished, vi } from 'vitest'
import { htmlReport } from '@/lib/cli/html-report'
import { csvReport, makeReport, textReport } from '@/lib/cli/make-report'
import { readVisits } from '@/lib/cli/visit-sections'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { site as product } from '@/lib/site'
import { sqlite } from '../../support/database/database'
import { pages, storedLead } from '../../support/database/leads'
import { leads as runLeads } from '../../support/site/cli'
import { describeBothDatabases } from '../../support/site/in-process'

const counts: [campaign: string, name: string, count: number][] = [
  ['google / spring', 'entry', 200],
  ['google / spring', '/', 230],
  ['google / spring', '/book-demo', 60],
  ['google / spring', 'booking begun', 40],
  ['google / spring', 'booking step 2', 30],
  ['google / spring', 'booking step 3', 10],
  ['google / spring', 'booking step 4', 8],
  ['google / spring', 'booking phoneNumber', 5],
  ['flyer', 'entry', 50],
  ['flyer', 'see-ai-in-action opened', 20],
  ['flyer', 'see-ai-in-action begun', 10],
  ['flyer', 'see-ai-in-action phone', 6],
  ['news.example', 'entry', 10],
  ['direct', '/', 3],
]
const visits = counts.map(([campaign, name, count]) => ({ campaign, name, count }))

const from = (utm_source: string, utm_campaign = '') => ({
  consent: '2026-11',
  attribution: { utm_source, utm_campaign, landing_path: '/' },
})
const booking = storedLead({ kind: 'booking', extras: from('google', 'spring') })
const leads = [
  booking,
  storedLead({ kind: 'booking', extras: from('google', 'spring') }),
  // Counted when it was booked.
  storedLead({ kind: 'booking', extras: from('google', 'spring'), replaces: booking.id }),
  storedLead({ kind: 'see-ai-in-action', extras: from('flyer') }),
  storedLead({ extras: { consent: '', attribution: { referrer: 'https://news.example/a' } } }),
  storedLead({ extras: { consent: '', attribution: { landing_path: '/' }, purged: true } }),
]
const report = async () =>
  makeReport(pages(leads), undefined, 0, await readVisits(async () => visits, 0))

it('a report begins with the way from a visit to a lead, and says where it ends', async () => {
  const [, ...blocks] = textReport(await report()).split('\n\n')
  expect(`\n${blocks.slice(0, 8).join('\n\n')}\n`).toBe(`
From visit to lead

Visitors                 Count  Of those before
-----------------------  -----  ---------------
entries                  260
booking opened           60     23.1%
booking begun            40     66.7%
booking sent             3      7.5%
see-ai-in-action opened  20     7.7%
see-ai-in-action begun   10     50.0%
see-ai-in-action sent    1      10.0%
call-our-ai opened       0      0.0%
call-our-ai begun        0
call-our-ai sent         2
A form counts once for each time its page is shown. Without scripts it counts only as sent, and no page is counted.

Booking by step

Step        Went on  Left  Share
----------  -------  ----  ------------
1 Contact   30       30    50.0% (most)
2 Business  10       20    66.7%
3 Schedule  8        2     20.0%
4 Review    3        5     62.5%

Refused fields

Field                           Forms
------------------------------  -----
see-ai-in-action: Phone Number  6
booking: Phone Number           5

By campaign (source / campaign, or the site that referred)

Campaign         Callbacks  Bookings  Entries  Rate
---------------  ---------  --------  -------  -----
google / spring  0          2         200      1.0%
flyer            1          0         50       2.0%
news.example     1          0         10       10.0%
unknown          1          0         0
`)
})

it('the spreadsheet and the page have the same numbers, the page as bars without a script', async () => {
  const lines = csvReport(await report())
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFF"section","name","callbacks","bookings","count","of those before","went on","left","share","forms","entries","rate"',
    '"From visit to lead","entries","","","260","","","","","","",""',
    '"From visit to lead","booking opened","","","60","23.1%","","","","","",""',
  ])
  expect(lines).toContain(
    '"By campaign (source / campaign, or the site that referred)","flyer","1","0","","","","","","","50","2.0%"',
  )
  const html = htmlReport(await report(), new Date('2026-11-21T09:30:00Z'))
  expect(html).toContain(
    '<tr><th scope="row">1 Contact</th><td>30</td><td>30</td><td>50.0% (most)</td><td><span class="callback" style="width:50.0%"></span><span class="booking" style="width:50.0%"></span></td></tr>',
  )
  expect(html).toContain(
    '<tr><th scope="row">flyer</th><td>1</td><td>0</td><td>50</td><td>2.0%</td><td><span class="callback" style="width:20.0%"></span></td></tr>',
  )
  expect(html).not.toMatch(/<script|<link|<img|src=|url\(|@import/)
})

it('a report on an empty journal says what will stand there, and one on some leads has no visits', async () => {
  const { url } = sqlite()
  const journal = Journal.open(openDatabase(url))
  await journal.store.check()
  onTestFinished(() => journal.store.close())
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', url)
  expect((await runLeads('report')).stdout).toBe(
    `Leads of ${product.name}. No leads and no visits. Here will stand how many visitors open, begin, and send each form, at which step they leave the booking, which fields refuse what they enter, and how many leads the entries of each campaign bring.\n`,
  )
  await journal.store.write(
    "INSERT INTO visit_counts (day, campaign, name, count) VALUES (1795000000000, 'direct', 'entry', 7) RETURNING day",
  )
  expect((await runLeads('report')).stdout).toMatch(
    /^Leads of .*\. No leads\.\n\nFrom visit to lead\n\n[\s\S]*\nentries +7\n/,
  )
  for (const options of [
    ['--kind', 'booking'],
    ['--state', 'dead'],
    ['--by', 'utm_source'],
  ])
    expect((await runLeads('report', ...options)).stdout).toBe(
      `Leads of ${product.name}. No leads.\n`,
    )
})

describeBothDatabases('visits of a report', (open) => {
  it('are those of whole Pacific days', async () => {
    const journal = Journal.open(openDatabase((await open()).url))
    onTestFinished(() => journal.store.close())
    for (const day of [19, 20, 21])
      await journal.store.write(
        "INSERT INTO visit_counts (day, campaign, name, count) VALUES ($1, 'direct', 'entry', $2) RETURNING day",
        [Date.parse(`2026-11-${day}T08:00:00Z`), day],
      )
    const entriesOf = async (since: string, until?: string) => {
      const end = until ? Date.parse(until) : undefined
      const { read } = journal.store
      return (await readVisits(read, Date.parse(since), end))?.count('entry')
    }
    expect(await entriesOf('1970-01-01T00:00:00Z')).toBe(60)
    expect(await entriesOf('2026-11-20T08:00:00Z')).toBe(41)
    expect(await entriesOf('2026-11-20T08:01:00Z')).toBe(21)
    // --until 2026-11-20 ends at the midnight after it.
    expect(await entriesOf('2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z')).toBe(20)
    expect(await entriesOf('2026-11-22T08:00:00Z')).toBeUndefined()
  })
})
