import { randomInt, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { site as product } from '../../../lib/site'
import {
  type Database,
  type DatabaseServer,
  postgres,
  sqlite,
} from '../../support/database/database'
import { pgBouncer, pgBouncerMissing } from '../../support/database/proxies'
import { temporaryFolder } from '../../support/process/files'
import { waitUntil } from '../../support/process/wait'
import { WebhookReceiver, type WebhookResponse } from '../../support/receiver/webhook-receiver'
import { sendRequest } from '../../support/visitor/http'
import {
  formIn,
  isAccepted,
  leadEntries,
  leadFormats,
  leadRequest,
  readForm,
} from '../../support/visitor/lead-post'
import { newClientAddress } from '../../support/visitor/visitor'
import { Cluster } from './cluster'
import { ageByDays, allDelivered, deleteLead } from './journal'
import { LeadTracker, type Report } from './lead-tracker'
import { seededRandom } from './seeded-random'
import { withTimeout } from './with-timeout'

/**
 * npm run tool -- chaos [--seed N]
 *
 * Submits leads as pages with and without scripts do, while it kills and restarts servers, with and without a webhook
 * address, and the webhook fails at random. Sometimes a new server gets another webhook address, and the previous one
 * rejects every lead from then on. A database server stops for some seconds. Some visitors correct their entries. Then
 * it submits leads to servers without a webhook address, starts servers that have one, and waits until every lead is
 * delivered. Fails unless every acknowledged lead was delivered with its last acknowledged entries, and under one id.
 *
 * It does this with SQLite, with PostgreSQL, and with PgBouncer if it is installed.
 *
 * Each run includes a self-check: a small run that deletes an acknowledged lead from the journal and must detect the
 * loss.
 *
 * The seed decides when which server is killed, which webhook address the next one has, which lead is corrected, and
 * how the webhook answers each request. `--seed N` repeats these decisions.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const { draw, pick } = seededRandom(values.seed)
const size = { kills: 20, leadsPerKill: 30 }
const posters = 8
const failures: WebhookResponse[] = [500, 429, 503, 'reset', 'slow', 'hang']

type Plan = {
  name: string
  servers: number
  open: () => Database | Promise<DatabaseServer>
  /** Kills no server, but deletes a lead. */
  selfCheck?: boolean
}

type Run = {
  plan: Plan
  database: Database | DatabaseServer
  receiver: WebhookReceiver
  cluster: Cluster
  leads: LeadTracker
  webhookFile: string
  /** How many times the webhook address has changed. */
  rotations: number
}

console.log(`Seed ${values.seed}`)
const plans: Plan[] = [
  { name: 'self-check, one lead lost', servers: 1, open: sqlite, selfCheck: true },
  { name: 'one server, SQLite', servers: 1, open: sqlite },
  { name: 'two servers, PostgreSQL', servers: 2, open: postgres },
]
if (pgBouncerMissing) console.log(`Without PgBouncer: ${pgBouncerMissing}`)
else
  plans.push({
    name: 'two servers, PgBouncer',
    servers: 2,
    open: async () => pgBouncer(await postgres()),
  })

const results = await Promise.all(
  plans.map(async (plan) => {
    try {
      const { problems, ...figures } = await chaos(plan)
      if (!plan.selfCheck) return { plan, figures, problems }
      return { plan, figures, problems: figures.lost === 1 ? [] : ['the loss was not detected'] }
    } catch (error) {
      return { plan, figures: {}, problems: [String(error)] }
    }
  }),
)
console.table(Object.fromEntries(results.map(({ plan, figures }) => [plan.name, figures])))
const problems = results.flatMap(({ plan, problems }) =>
  problems.map((each) => `${plan.name}: ${each}`),
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(`To repeat this run, add --seed ${values.seed}`)
process.exit(problems.length > 0 ? 1 : 0)

async function chaos(plan: Plan): Promise<Report> {
  const database = await withTimeout(60, 'the database to start', Promise.resolve(plan.open()))
  const receiver = await WebhookReceiver.start()
  const cluster = new Cluster(plan.servers)
  const leads = new LeadTracker()
  const webhookFile = join(temporaryFolder('secrets'), 'callback')
  const run: Run = { plan, database, receiver, cluster, leads, webhookFile, rotations: 0 }
  try {
    if (!plan.selfCheck) await submitWhileServersDie(run)
    const stored = await submitWithoutWebhook(run)
    if (plan.selfCheck) await deleteLead(database, stored)
    await deliverTheRest(run)
    return leads.report(receiver.received)
  } catch (error) {
    throw new Error(`${error}\nThe last lines of the servers' logs:\n${cluster.lastLines}`)
  } finally {
    await cluster.killAll()
    await receiver.stop()
    await withTimeout(30, 'the database to stop', database.stop())
  }
}

function withoutWebhook({ database }: Run): Record<string, string> {
  return { DATABASE_URL: database.url, CLIENT_ADDRESS: 'proxy:1', CALLBACK_WEBHOOK_URL: '' }
}

/** The address is in a file, which other servers that run have read before. */
function withWebhook(run: Run): Record<string, string> {
  writeFileSync(run.webhookFile, run.receiver.url(webhookPath(run)))
  return { ...withoutWebhook(run), CALLBACK_WEBHOOK_URL_FILE: run.webhookFile }
}

function webhookPath({ rotations }: Run): string {
  return `/call/${rotations}`
}

/** The response of a previous webhook address. */
function responseOfOldAddress(path: string, { plan }: Run): WebhookResponse {
  return pick([410, 404], plan.name, path)
}

async function submitWhileServersDie(run: Run): Promise<void> {
  const { plan, cluster, leads, receiver } = run
  const requests = new Map<string, number>()
  receiver.respondByDefault(({ body, path }) => {
    if (path !== webhookPath(run)) return responseOfOldAddress(path, run)
    const { Name } = JSON.parse(body)
    const count = (requests.get(Name) ?? 0) + 1
    requests.set(Name, count)
    return draw(plan.name, Name, count) < 0.3 ? pick(failures, plan.name, Name, count) : 'accept'
  })

  let finished = false
  async function keepPosting() {
    while (!finished) await submitLead(run)
  }
  async function keepKilling() {
    try {
      for (let kill = 0; kill < size.kills; kill++) {
        const enough = leads.count + size.leadsPerKill * (0.5 + draw(plan.name, 'life', kill))
        await waitUntil(120, 'leads to be submitted', () => leads.count >= enough)
        if (kill % 5 === 1) await stopDatabase(run)
        const server = Math.floor(draw(plan.name, 'server', kill) * plan.servers)
        const hasWebhook = draw(plan.name, 'webhook', kill) < 0.7
        if (hasWebhook && draw(plan.name, 'rotation', kill) < 0.4) run.rotations++
        await cluster.replace(server, hasWebhook ? withWebhook(run) : withoutWebhook(run))
      }
    } finally {
      finished = true
      await cluster.killAll()
    }
  }
  await cluster.startAll(withWebhook(run))
  await Promise.all([keepKilling(), ...Array.from({ length: posters }, keepPosting)])
}

/** Stops the database server until some leads have been submitted without it. SQLite has no server. */
async function stopDatabase({ database, leads }: Run): Promise<void> {
  if (!('pause' in database)) return
  await withTimeout(30, 'the database to stop', database.pause())
  const enough = leads.count + size.leadsPerKill / 2
  await waitUntil(120, 'leads to be submitted without a database', () => leads.count >= enough)
  await withTimeout(90, 'the database to come back', database.resume())
}

/** Submits leads that servers can only store in the journal. Returns the name of one of them. */
async function submitWithoutWebhook(run: Run): Promise<string> {
  await run.cluster.startAll(withoutWebhook(run))
  // Connecting and migrating may take longer on a busy machine than a lead waits for the database.
  await run.cluster.waitUntilHealthy()
  const submitted = await Promise.all(Array.from({ length: 6 }, () => submitLead(run)))
  const names = submitted.flat()
  await run.cluster.killAll()
  if (names.length !== 6) throw new Error(`${names.length} of 6 leads accepted without a webhook`)
  return names[0] ?? ''
}

async function deliverTheRest(run: Run): Promise<void> {
  const { cluster, database, receiver } = run
  await ageByDays(database, 5)
  receiver.respondByDefault(({ path }) =>
    path === webhookPath(run) ? 'accept' : responseOfOldAddress(path, run),
  )
  await cluster.startAll(withWebhook(run))
  await waitUntil(120, 'every stored lead to be delivered', () => allDelivered(database))
  await cluster.stopAll()
}

/**
 * Simulates a visitor, with scripts or without. Tries twice. After an error, a page without scripts has the id that the
 * server created for the lead; after a lost connection, the visitor leaves. A page with scripts creates the id itself.
 * Some visitors correct their phone number after the first response, success or error. Returns the name of the lead if
 * the last entries were accepted.
 */
async function submitLead({ plan, cluster, leads }: Run): Promise<string[]> {
  const inTime = <T>(work: Promise<T>) =>
    withTimeout(
      60,
      'a response to a visitor',
      work.catch(() => null),
    )
  let hidden = (await inTime(cluster.nextUrl().then((url) => readForm(url))))?.hidden
  if (!hidden) return []
  const name = leads.nextName()
  const format = leadFormats[Math.floor(draw(plan.name, 'format', name) * 2)] ?? 'native'
  const corrects = draw(plan.name, 'correction', name) < 0.4
  const changes = {
    name,
    ...((corrects || format === 'scripted') && { submissionId: randomUUID() }),
  }
  let accepted = false
  for (const phone of corrects ? ['5095550147', '5095550148'] : ['5095550147']) {
    const body = {
      Name: name,
      Phone: phone,
      Company: leadEntries.businessName,
      source: `${product.name}: Call Our AI`,
    }
    leads.send(name, body)
    accepted = false
    for (let tries = 0; !accepted && tries < 2; tries++) {
      const request = leadRequest(hidden, format, newClientAddress(), { ...changes, phone })
      const answer = await inTime(cluster.nextUrl().then((url) => sendLead(url, request)))
      if (!answer) return []
      accepted = isAccepted(answer)
      if (accepted) leads.acknowledge(name, body)
      else if (format === 'native') hidden = formIn(answer.body, '').hidden
    }
  }
  return accepted ? [name] : []
}

function sendLead(url: string, request: ReturnType<typeof leadRequest>) {
  const { host, port } = new URL(url)
  const headers = { ...request.headers, host, origin: url }
  return sendRequest({ ...request, port: Number(port), path: '/', headers })
}
