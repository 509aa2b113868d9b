import { execFile, spawn } from 'node:child_process'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { postgres } from '../../support/database/database'
import { freePort } from '../../support/process/ports'
import { waitUntil } from '../../support/process/wait'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { root, Site, sqliteUrl, startSite } from '../../support/site/site'
import { sendRequest } from '../../support/visitor/http'
import { leadRequest, type NativeForm, readForm } from '../../support/visitor/lead-post'
import { newClientAddress } from '../../support/visitor/visitor'
import { percentile } from '../figures'
import { slowDatabase } from '../slow-database'
import { buildMinimalAction } from './empty-page'
import type { LeadCosts } from './lead-costs-process'

/** What a lead costs, compared with an action that only validates and forwards. */

const rounds = 5
const roundMs = 4000
const clients = 16
const roundTripMs = 5

type Target = { name: 'site' | 'forwarding' | 'answering'; form: NativeForm; stop(): unknown }

/** Leads per second, medians, and the milliseconds that each part of a lead takes. */
export async function measureLeadCosts(receiver: WebhookReceiver) {
  const site = await startSite(receiver)
  const targets: Target[] = [
    { name: 'site', form: await readForm(site.url), stop: () => site.stop() },
    await startMinimalAction('forwarding', receiver.url('/minimal')),
    await startMinimalAction('answering', ''),
  ]
  // The first leads load and compile code.
  for (const { form } of targets) await leadsPerSecond(form)
  const rates: Record<Target['name'], number[]> = { site: [], forwarding: [], answering: [] }
  // In turn, so that a machine that slows down affects all of them.
  for (let round = 0; round < rounds; round++)
    for (const { name, form } of targets) {
      rates[name].push(await leadsPerSecond(form))
      receiver.reset()
    }
  for (const { stop } of targets) await stop()
  const msOf = (name: Target['name']) => 1000 / percentile(rates[name], 0.5)
  const ratios = rates.site.map((rate, round) => rate / (rates.forwarding[round] ?? Number.NaN))
  const { bareJournal, ...own } = await measureParts(receiver)
  const parts = { ...own, next: msOf('answering') }
  const { parsing, sending, next } = parts
  return {
    perSecond: percentile(rates.site, 0.5),
    ratio: percentile(ratios, 0.5),
    /** The same ratio if all of a lead were these parts and a journal that only stores it. */
    possibleRatio: msOf('forwarding') / (parsing + bareJournal + sending + next),
    total: msOf('site'),
    parts,
  }
}

async function startMinimalAction(name: Target['name'], webhook: string): Promise<Target> {
  const url = `http://127.0.0.1:${await freePort()}`
  const args = [join(root, 'node_modules/next/dist/bin/next'), 'start', '--port', new URL(url).port]
  const server = spawn(process.execPath, args, {
    cwd: buildMinimalAction(),
    env: { ...process.env, WEBHOOK_URL: webhook },
    stdio: 'ignore',
  })
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(60, 'the minimal action', isUp)
  return { name, form: await readForm(url, 'name="businessName"'), stop: () => server.kill() }
}

/** Sends leads without a pause from several clients. Throws when one is not accepted. */
async function leadsPerSecond(form: NativeForm): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const began = performance.now()
  let sent = 0
  const client = async () => {
    for (; performance.now() - began < roundMs; sent++) await sendLead(form, agent)
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return (sent / (performance.now() - began)) * 1000
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

async function measureParts(receiver: WebhookReceiver): Promise<LeadCosts> {
  // In a separate process, so that the receiver does not use the thread that is measured.
  const script = fileURLToPath(new URL('./lead-costs-process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', script, String(clients)],
    {
      env: {
        ...process.env,
        DATABASE_URL: sqliteUrl(),
        LEADS_PER_PHONE: '999999',
        LEADS_PER_HOUR_TOTAL: '999999',
        CALLBACK_WEBHOOK_URL: receiver.url('/parts'),
      },
    },
  )
  return JSON.parse(stdout)
}

/** The milliseconds of leads, one after the other, whose database is one or more round trips of 5 ms away. */
export async function measureDistantDatabase(receiver: WebhookReceiver, build?: string) {
  const database = await postgres()
  const slow = await slowDatabase(database.url, roundTripMs)
  const env = { DATABASE_URL: slow.url, CLIENT_ADDRESS: 'proxy:1' }
  const site = await Site.start({ ...env, CALLBACK_WEBHOOK_URL: receiver.url('/call') }, build)
  const form = await readForm(site.url)
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let lead = 0; lead < 300; lead++) times.push(await sendLead(form, agent))
  agent.destroy()
  await site.stop()
  await slow.stop()
  await database.stop()
  // The first leads load and compile code.
  const warm = times.slice(100)
  return { median: percentile(warm, 0.5), p95: percentile(warm, 0.95) }
}
