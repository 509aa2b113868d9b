import { Agent } from 'node:http'
import { postgres } from '../../support/database/database'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { sqliteUrl, startSite } from '../../support/site/site'
import { sendRequest } from '../../support/visitor/http'
import { leadRequest, type NativeForm, readForm } from '../../support/visitor/lead-post'
import { newClientAddress } from '../../support/visitor/visitor'
import { slowDatabase } from './slow-database'

/** The milliseconds of 200 leads, one after the other, with SQLite and with PostgreSQL whose round trip takes 5 ms. */
export async function measureLeads(receiver: WebhookReceiver) {
  const database = await postgres()
  const distant = await slowDatabase(database.url, 5)
  const times = {
    sqlite: await measure(receiver, sqliteUrl()),
    postgres: await measure(receiver, distant.url),
  }
  await distant.stop()
  await database.stop()
  return times
}

async function measure(receiver: WebhookReceiver, url: string): Promise<number[]> {
  const site = await startSite(receiver, { DATABASE_URL: url })
  const form = await readForm(site.url)
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let lead = 0; lead < 300; lead++) times.push(await sendLead(form, agent))
  agent.destroy()
  await site.stop()
  // The first leads load and compile code.
  return times.slice(100)
}

async function sendLead({ action, hidden }: NativeForm, agent: Agent): Promise<number> {
  const { port, origin, host } = new URL(action)
  const { headers, body } = leadRequest(hidden, 'native', newClientAddress())
  const began = performance.now()
  const request = { port: Number(port), path: '/', headers: { ...headers, host, origin }, body }
  const { status } = await sendRequest({ ...request, agent })
  if (status !== 303) throw new Error(`${action} answered a lead with ${status}`)
  return performance.now() - began
}
