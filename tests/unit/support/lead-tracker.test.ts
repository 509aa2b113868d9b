import { expect, it } from 'vitest'
import { LeadTracker } from '../../support/lead-tracker'

const first = { Name: 'Lead a', Phone: '5095550147' }
const corrected = { ...first, Phone: '5095550148' }
const delivery = (id: string, body: Record<string, string>, accepted = true) => ({
  headers: { 'webhook-id': id },
  body: JSON.stringify(body),
  accepted,
})

const lost = 'Lead a was never delivered as acknowledged last'
const changed = 'Lead a was delivered with entries that were never sent'
const twoIds = 'Lead a was delivered with the same entries under two ids'

it.each([
  ['sent again under one id', [], [delivery('1', first), delivery('1', first)], []],
  ['rejected by the webhook', [], [delivery('1', first, false)], [lost]],
  ['with other entries', [], [delivery('1', first), delivery('1', corrected)], [changed]],
  ['under two ids', [], [delivery('1', first), delivery('2', first)], [twoIds]],
  ['without its correction', ['acknowledge'], [delivery('1', first)], [lost]],
  [
    'corrected under a new id',
    ['acknowledge'],
    [delivery('1', first), delivery('2', corrected)],
    [],
  ],
  ['with a correction that was not acknowledged', ['send'], [delivery('1', corrected)], []],
  ['before a correction that was not acknowledged', ['send'], [delivery('1', first)], []],
] as const)('an acknowledged lead, %s', (_, corrections, received, problems) => {
  const leads = new LeadTracker()
  expect(leads.nextName()).toBe(first.Name)
  expect(leads.report([]).problems).toEqual([])
  leads.acknowledge(first.Name, first)
  for (const correction of corrections) {
    leads.send(first.Name, corrected)
    if (correction === 'acknowledge') leads.acknowledge(first.Name, corrected)
  }
  expect(leads.report(received)).toMatchObject({ submitted: 1, acknowledged: 1, problems })
})
