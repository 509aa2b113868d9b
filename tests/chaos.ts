import { createHash, randomInt, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import { resubmitDelayMs } from '../lib/leads/shared/fields'
import { launchBrowser } from './support/browser'
import { callbackEntries, fillCallback } from './support/callback'
import { newClientAddress } from './support/client-address'
import { Cluster } from './support/cluster'
import { type Database, type DatabaseServer, postgres, sqlite } from './support/database'
import { untilSubmissionId } from './support/hydration'
import { ageByDays, allDelivered, deleteLead } from './support/journal'
import { brokenPromises, LeadTracker, type Report, reportTable } from './support/lead-tracker'
import { type PostResult, readForm, submit } from './support/native-post'
import { pgBouncer, pgBouncerMissing } from './support/pgbouncer'
import { sleep, waitUntil, withTimeout } from './support/wait'
import { WebhookReceiver, type WebhookResponse } from './support/webhook-receiver'

/**
 * npm run chaos -- [--short] [--seed N] [--forget-one]
 *
 * Submits leads in a browser and by native posts while it kills and restarts servers, with and without a webhook
 * address, and the webhook fails at random. Sometimes a new server gets another webhook address, and the previous one
 * rejects every lead from then on. A database server stops for some seconds. Some visitors correct their entries. Then
 * it submits leads to servers without a webhook address, starts servers that have one, and waits until every lead is
 * delivered. Fails unless every acknowledged lead was delivered with its last acknowledged entries, and under one id.
 *
 * A full run does this with SQLite, with PostgreSQL, and with PgBouncer if it is installed; a short run skips PgBouncer.
 *
 * Each run includes a self-check: a small run that deletes an acknowledged lead from the journal and must detect the
 * loss. `--forget-one` deletes one in every run, which then fails: npm run chaos -- --short --forget-one
 *
 * The seed decides when which server is killed, which webhook address the next one has, which lead is corrected, and
 * how the webhook answers each request. `--seed N` repeats these decisions.
 */

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    'forget-one': { type: 'boolean', default: false },
  },
})
const size = values.short
  ? { kills: 3, leadsPerKill: 20, posters: 8, browsers: 1 }
  : { kills: 20, leadsPerKill: 30, posters: 8, browsers: 2 }
const failures: WebhookResponse[] = [500, 429, 503, 'reset', 'slow', 'hang']

type Plan = {
  name: string
  servers: number
  open: () => Database | Promise<DatabaseServer>
  /** Whether servers are killed under load before leads are submitted without a webhook address. */
  kills: boolean
  forgetOne: boolean
}

type Run = {
  plan: Plan
  database: Database | DatabaseServer
  receiver: WebhookReceiver
  cluster: Cluster
  leads: LeadTracker
  /** How many times the webhook address has changed. */
  rotations: number
}

const forgetOne = values['forget-one']
console.log(`Seed ${values.seed}`)
const browser = await launchBrowser()
const plans: Plan[] = [
  { name: 'one server, SQLite', servers: 1, open: sqlite, kills: true, forgetOne },
  { name: 'two servers, PostgreSQL', servers: 2, open: postgres, kills: true, forgetOne },
]
const pgBouncerPlan = {
  name: 'two servers, PgBouncer',
  servers: 2,
  open: pgBouncer,
  kills: true,
  forgetOne,
}
const skipReason = values.short ? 'only full runs include it' : pgBouncerMissing
if (skipReason) console.log(`Without ${pgBouncerPlan.name}: ${skipReason}`)
else plans.push(pgBouncerPlan)
const [selfCheck, ...runs] = await Promise.allSettled([
  chaos({ name: 'self-check', servers: 1, open: sqlite, kills: false, forgetOne: true }),
  ...plans.map(chaos),
])

const rows: [string, Report][] = []
const problems: string[] = []
for (const [index, run] of runs.entries()) {
  const name = plans[index]?.name ?? ''
  if (run.status === 'rejected') problems.push(`${name}: ${run.reason}`)
  else {
    rows.push([name, run.value])
    problems.push(...brokenPromises(run.value).map((sentence) => `${name}: ${sentence}`))
  }
}
if (selfCheck.status === 'rejected') problems.push(`self-check: ${selfCheck.reason}`)
else if (selfCheck.value.lost.length !== 1)
  problems.push('self-check: a lead was deleted from the journal, and the check did not detect it')
console.log(`\n${reportTable(rows)}`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(`To repeat this run, add --seed ${values.seed}`)
process.exit(problems.length > 0 ? 1 : 0)

async function chaos(plan: Plan): Promise<Report> {
  const database = await withTimeout(60, 'the database to start', Promise.resolve(plan.open()))
  const receiver = await WebhookReceiver.start()
  const cluster = await Cluster.open(plan.servers)
  const leads = new LeadTracker()
  const run: Run = { plan, database, receiver, cluster, leads, rotations: 0 }
  try {
    if (plan.kills) await submitWhileServersDie(run)
    const stored = await submitWithoutWebhook(run)
    if (plan.forgetOne) await deleteLead(database, stored)
    await deliverTheRest(run)
    return leads.report(receiver.received)
  } catch (error) {
    throw new Error(`${error}\nThe last lines of the servers' logs:\n${cluster.lastLines}`)
  } finally {
    await cluster.close()
    await receiver.stop()
    await withTimeout(30, 'the database to stop', database.stop())
  }
}

function withoutWebhook({ database }: Run): Record<string, string> {
  return { DATABASE_URL: database.url, CLIENT_ADDRESS: 'proxy:1', CALLBACK_WEBHOOK_URL: '' }
}

function withWebhook(run: Run): Record<string, string> {
  return { ...withoutWebhook(run), CALLBACK_WEBHOOK_URL: run.receiver.url(webhookPath(run)) }
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
  const context = await newContext()
  async function keepPosting() {
    while (!finished) await postLead(run)
  }
  async function keepUsingBrowser() {
    // A killed server can break a page at any point. `submitWithoutWebhook` kills no server.
    while (!finished)
      await inTime('a visitor', submitInPage(run, context, 2)).catch(() => undefined)
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
      await Promise.all([cluster.killAll(), closePages(context)])
    }
  }
  await cluster.startAll(withWebhook(run))
  await Promise.all([
    keepKilling(),
    ...Array.from({ length: size.posters }, keepPosting),
    ...Array.from({ length: size.browsers }, keepUsingBrowser),
  ])
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
  const context = await newContext()
  const posted = await Promise.all(Array.from({ length: 5 }, () => postLead(run)))
  const names = [...posted.flat(), ...(await inTime('a visitor', submitInPage(run, context, 1)))]
  await Promise.all([run.cluster.killAll(), closePages(context)])
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
 * Simulates a visitor without scripts. After an error the visitor submits the form in the response, which has the id
 * that the server created. After a lost connection there is no such form, and the visitor leaves. Some visitors correct
 * their phone number after the first response, success or error, with an id that the visitor's page created.
 */
async function postLead({ plan, cluster, leads }: Run): Promise<string[]> {
  const responseTo = <T>(work: Promise<T>) =>
    withTimeout(
      60,
      'a response to a native post',
      work.catch(() => null),
    )
  let form = await responseTo(readForm(cluster.url))
  if (!form) return []

  const name = leads.nextName()
  const corrects = draw(plan.name, 'correction', name) < 0.4
  if (corrects) form.hidden.submissionId = randomUUID()
  let accepted = false
  for (const phone of corrects ? ['5095550147', '5095550148'] : ['5095550147']) {
    const body = {
      Name: name,
      Phone: phone,
      Company: 'Ruiz & Sons',
      source: 'Plumbing Xperience: Call Our AI',
    }
    leads.send(name, body)
    accepted = false
    for (let tries = 0; !accepted && tries < 2; tries++) {
      const entries = { name, phone, businessName: 'Ruiz & Sons' }
      const result: PostResult | null = await responseTo(submit(form, entries))
      if (!result) return []
      accepted = result.accepted
      if (accepted) leads.acknowledge(name, body)
      else form = result.form
    }
  }
  return accepted ? [name] : []
}

/** Simulates a visitor with scripts who submits several leads on one page and tries each up to twice. */
async function submitInPage(run: Run, context: BrowserContext, count: number): Promise<string[]> {
  const page = await context.newPage()
  const accepted: string[] = []
  let clickedAt = Number.NEGATIVE_INFINITY

  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  const toast = page.locator('[data-slot=toast]')
  async function isAccepted(): Promise<boolean> {
    await sleep(clickedAt + resubmitDelayMs + 100 - performance.now())
    clickedAt = performance.now()
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    const role = await toast.getAttribute('role')
    await toast.getByRole('button').click()
    return role === 'status'
  }

  try {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
    await page.goto(run.cluster.url)
    for (let lead = 0; lead < count; lead++) {
      const name = run.leads.nextName()
      await page.getByRole('button', { name: 'See Live AI in Action' }).click()
      await fillCallback(dialog, { name })
      await untilSubmissionId(dialog)
      if (!(await isAccepted()) && !(await isAccepted())) break
      accepted.push(name)
      run.leads.acknowledge(name, {
        Name: name,
        Phone: callbackEntries.phone,
        Email: callbackEntries.email,
        Company: callbackEntries.businessName,
        source: 'Plumbing Xperience: See AI in Action',
      })
    }
  } finally {
    await page.close()
  }
  return accepted
}

function newContext(): Promise<BrowserContext> {
  return inTime('a browser context', browser.newContext({ reducedMotion: 'reduce' }))
}

/** A browser that does not close its pages has lost no lead, so the run goes on. */
function closePages(context: BrowserContext): Promise<void> {
  return inTime('the pages to close', context.close()).catch(console.log)
}

/** Playwright has no time limit of its own for opening and closing pages. */
function inTime<T>(event: string, work: Promise<T>): Promise<T> {
  return withTimeout(120, event, work)
}

/** A random number from 0 to 1 that depends only on the seed and the keys, not on the order of the calls. */
function draw(...keys: (string | number)[]): number {
  const hash = createHash('sha256')
    .update([values.seed, ...keys].join('/'))
    .digest()
  return hash.readUInt32BE() / 2 ** 32
}

function pick<T>(from: readonly T[], ...keys: (string | number)[]): T {
  return from[Math.floor(draw('pick', ...keys) * from.length)] as T
}
