import { expect, it } from 'vitest'
import { brokenPromises, LeadTracker } from '../../support/lead-tracker'

const delivery = (id: string, body: Record<string, string>, accepted = true) => ({
  method: 'POST',
  path: '/',
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

it('a lead that arrived as acknowledged breaks no promise, even twice under one id', () => {
  const { leads, body } = acknowledgedLead()
  const report = leads.report([delivery('1', body), delivery('1', body)])
  expect(report).toMatchObject({ submitted: 1, acknowledged: 1, delivered: 1, deliveredTwice: 1 })
  expect(brokenPromises(report)).toEqual([])
})

it('a lead that was not acknowledged need not arrive', () => {
  const leads = new LeadTracker()
  leads.nextName()
  expect(brokenPromises(leads.report([]))).toEqual([])
})

it('an acknowledged lead that the webhook never accepted is lost', () => {
  const { leads, body } = acknowledgedLead()
  expect(brokenPromises(leads.report([delivery('1', body, false)]))).toEqual([
    'Lead a was acknowledged and never delivered',
  ])
})

it('an acknowledged lead must arrive with its own entries', () => {
  const { leads, body } = acknowledgedLead()
  expect(brokenPromises(leads.report([delivery('1', { ...body, Phone: '5095550100' })]))).toEqual([
    'Lead a was delivered with other entries than acknowledged',
  ])
})

it('one lead must not arrive under two ids', () => {
  const { leads, body } = acknowledgedLead()
  expect(brokenPromises(leads.report([delivery('1', body), delivery('2', body)]))).toEqual([
    'Lead a was delivered under two ids',
  ])
})
