import { expect, it } from 'vitest'
import { htmlReport } from '@/lib/cli/html-report'
import { makeReport } from '@/lib/cli/make-report'
import type { StoredLead } from '@/lib/leads/lead'
import { site as product } from '@/lib/site'
import { pages, storedLead } from '../../support/database/leads'

const received = Date.parse('2026-11-20T20:00:00Z')

const attribution = { utm_source: 'google', utm_campaign: 'spring' }
const lead = (change: Partial<StoredLead>) =>
  storedLead({ extras: { consent: '2026-11', attribution }, ...change })

const leads = [
  lead({}),
  lead({ kind: 'booking', attempts: 2, deliveredAt: received + 400_000 }),
  // 11 PM of the day before, in Pacific time.
  lead({ createdAt: Date.parse('2026-11-18T07:00:00Z'), deliveredAt: null, state: 'held' }),
  lead({ state: 'pending', outcome: 'timeout', deliveredAt: null, extras: null, payload: null }),
  lead({ state: 'dead', outcome: 'rejected', deliveredAt: null, extras: { consent: '2026-11' } }),
]

const now = new Date('2026-11-21T09:30:00Z')

it('the page has every number, no script, no other file and no personal data', async () => {
  const html = htmlReport(await makeReport(pages(leads)), now)
  const text = html.replace(/<style>[\s\S]*<\/style>/, '').replace(/<[^>]*>/g, ' ')
  expect(text.replace(/\s+/g, ' ').trim()).toBe(
    `Leads of ${product.name} Leads of ${product.name} ` +
      'Received from 2026-11-17 to 2026-11-20, in Pacific Time. Made on 2026-11-21. It contains no personal data. ' +
      'By campaign (source / campaign, or the site that referred) Campaign Callbacks Bookings google / spring 2 1 unknown 2 0 ' +
      'What became of them Leads Callbacks Bookings Received 4 1 Changed by the visitor, and sent again 0 0 ' +
      'Delivered to the webhook 1 1 Waiting, will be sent again 1 0 ' +
      'Kept as held leads, not sent 1 0 Given up after the last attempt 1 0 ' +
      'By day Day Callbacks Bookings 2026-11-17 1 0 2026-11-18 0 0 2026-11-19 0 0 2026-11-20 3 1 ' +
      'Time to deliver Time Callbacks Bookings up to 2 seconds 1 0 up to 10 seconds 0 0 up to 5 minutes 0 0 up to an hour 0 1 up to a day 0 0 longer 0 0 ' +
      'Half of the leads took up to 1.5 seconds, and 95 of 100 up to 7 minutes. 1 needed more than one attempt. ' +
      'Failures of leads that are not delivered Last outcome Callbacks Bookings rejected 1 0 timeout 1 0',
  )
  expect(html).not.toMatch(/<script|<link|<img|src=|url\(|@import/)
})

it('the page shows campaign values as text, whatever a link contained', async () => {
  const attribution = { utm_source: '<img src=x onerror=alert(1)>"&' }
  const named = lead({ extras: { consent: '', attribution } })
  const html = htmlReport(await makeReport(pages([named])), now)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;')
  expect(html).not.toContain('<img')
})
