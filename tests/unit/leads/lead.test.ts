import { expect, it } from 'vitest'
import { toLeasedLead, toStoredLead } from '@/lib/leads/lead'
import { captureLog } from '../../support/site/in-process'

const ids = { id: 'lead', thread: 'thread', version: 1, lease: 'lease' }
const text = { payload: '{"Name":"Ana"}', extras: '{"consent":"2026-11"}' }
const read = { payload: { Name: 'Ana' }, extras: { consent: '2026-11' } }
const none = { payload: null, extras: null }

it.each([
  [{}, read],
  [none, none],
  [{ payload: '{' }, { ...read, payload: null, unreadable: { payload: '{' } }],
  [{ payload: 'null' }, { ...read, payload: null, unreadable: { payload: 'null' } }],
  [{ extras: '[]' }, { ...read, extras: null, unreadable: { extras: '[]' } }],
  [{ extras: '7' }, { ...read, extras: null, unreadable: { extras: '7' } }],
])('a stored lead with the columns %j has the data %j', (columns, data) => {
  expect(toStoredLead({ ...ids, ...text, ...columns })).toStrictEqual({ ...ids, ...data })
})

it.each([
  { payload: null },
  { extras: null },
  { extras: '{}' },
  { payload: '{"Name":["Ana"],"Phone":"509-555-0147"}' },
])('data that no server stores is not sent, and the log names its lead: %j', (change) => {
  const log = captureLog()
  const id = JSON.stringify(change)
  expect(toLeasedLead({ ...ids, ...text, ...change, id })).toBeNull()
  const warning = `The data of lead ${id} cannot be read, so it is not sent and has no proof of consent`
  expect(log.warnings()).toEqual([warning])
})

it('data that a server stores is leased', () => {
  expect(toLeasedLead({ ...ids, ...text })).toStrictEqual({ ...ids, ...read })
})
