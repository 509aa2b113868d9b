import { expect, it } from 'vitest'
import { brokenPromises, LeadTracker } from '../../support/lead-tracker'

const delivery = (id: string, body: Record<string, string>, accepted = true) => ({
  headers: { 'webhook-id': id },
  body: JSON.stringify(body),
  accepted,
})

function acknowledgedLead() {
  const leads = new LeadTracker()
  const body = { Name: leads.nextName(), Phone: '5095550147' }
  leads.acknowledge(body.Name, body)
  return { leads, body }
}

it('a lead delivered with the acknowledged entries is not lost, even if it is delivered twice under one id', () => {
  const { leads, body } = acknowledgedLead()
  const report = leads.report([delivery('1', body), delivery('1', body)])
  expect(report).toMatchObject({ submitted: 1, acknowledged: 1, delivered: 1, deliveredTwice: 1 })
  expect(brokenPromises(report)).toEqual([])
})

it('a lead that was not acknowledged may be lost', () => {
  const leads = new LeadTracker()
  leads.nextName()
  expect(brokenPromises(leads.report([]))).toEqual([])
})

it('an acknowledged lead that the webhook never accepted is lost', () => {
  const { leads, body } = acknowledgedLead()
  expect(brokenPromises(leads.report([delivery('1', body, false)]))).toEqual([
    'Lead a was never delivered as acknowledged last',
  ])
})

it('an acknowledged lead must be delivered with entries that were sent', () => {
  const { leads, body } = acknowledgedLead()
  const changed = leads.report([
    delivery('1', body),
    delivery('1', { ...body, Phone: '5095550100' }),
  ])
  expect(brokenPromises(changed)).toEqual([
    'Lead a was delivered with entries that were never sent',
  ])
})

it('the same entries must not be delivered under two ids', () => {
  const { leads, body } = acknowledgedLead()
  expect(brokenPromises(leads.report([delivery('1', body), delivery('2', body)]))).toEqual([
    'Lead a was delivered with the same entries under two ids',
  ])
})

it('an acknowledged correction must be delivered, under its own id or the id of the lead', () => {
  const { leads, body } = acknowledgedLead()
  const corrected = { ...body, Phone: '5095550148' }
  leads.send(body.Name, corrected)
  leads.acknowledge(body.Name, corrected)
  expect(brokenPromises(leads.report([delivery('1', body)]))).toEqual([
    'Lead a was never delivered as acknowledged last',
  ])
  for (const id of ['1', '2']) {
    const report = leads.report([delivery('1', body), delivery(id, corrected)])
    expect(report).toMatchObject({ delivered: 1, deliveredTwice: 0 })
    expect(brokenPromises(report)).toEqual([])
  }
})

it('a correction that was not acknowledged may be delivered instead of the first entries', () => {
  const { leads, body } = acknowledgedLead()
  const corrected = { ...body, Phone: '5095550148' }
  leads.send(body.Name, corrected)
  expect(brokenPromises(leads.report([delivery('1', corrected)]))).toEqual([])
  expect(brokenPromises(leads.report([delivery('1', body)]))).toEqual([])
})
