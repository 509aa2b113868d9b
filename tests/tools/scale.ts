import { execFile } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Database, postgres, sqlite } from '../support/database/database'
import { fillLeads } from '../support/database/many-leads'
import { temporaryFolder } from '../support/process/temporary-folder'
import { sleep } from '../support/process/wait'
import { WebhookReceiver } from '../support/receiver/webhook-receiver'
import { fetchHealth, healthAccess } from '../support/site/health'
import { root, Site } from '../support/site/site'
import { newClientAddress } from '../support/visitor/client-address'
import { leadRequest } from '../support/visitor/lead-post'
import { readForm } from '../support/visitor/native-post'
import { markdownTable, percentile } from './figures'

/**
 * npm run tool -- scale [--leads N]
 *
 * Makes a journal of version 1.0.0 with a million leads of the last year, all with their personal data, on both databases.
 * Starts this version with it, measures pages while maintenance updates the journal, and then what a visitor, a monitor, and
 * the commands of `npm run leads` wait for. Prints a table. Fails when a figure misses its goal.
 */

const { values } = parseArgs({ options: { leads: { type: 'string', default: '1000000' } } })
const count = Number(values.leads)
const pageMs = 250
const updateSeconds = 120

type Figure = { what: string; goal?: number; measured: number; unit: 'ms' | 's' | 'MB' }

const receiver = await WebhookReceiver.start()
const tables = [
  ['SQLite', await measure(sqlite())],
  ['PostgreSQL', await measure(await postgres({ durable: true }))],
] as const
await receiver.stop()

const names = [...new Set(tables.flatMap(([, figures]) => figures.map(({ what }) => what)))]
const cells = names.map((name) => {
  const found = tables.map(([, figures]) => figures.find(({ what }) => what === name))
  const goal = found.find((figure) => figure?.goal !== undefined)
  return [name, goal ? `${goal.goal} ${goal.unit}` : '', ...found.map(cellOf)]
})
console.log(`\n${markdownTable([`at ${count} leads`, 'goal', 'SQLite', 'PostgreSQL'], cells)}`)
process.exit(tables.every(([, figures]) => figures.every(isMet)) ? 0 : 1)

function isMet({ goal = Number.POSITIVE_INFINITY, measured }: Figure): boolean {
  return measured <= goal
}

function cellOf(figure?: Figure): string {
  if (!figure) return ''
  const text = `${figure.measured.toFixed(figure.unit === 's' ? 1 : 0)} ${figure.unit}`
  return isMet(figure) ? text : `${text} MISSED`
}

async function measure(database: Database): Promise<Figure[]> {
  const path = database.url.startsWith('file:') ? database.url.slice('file:'.length) : null
  await makeJournal(database)
  const figures: Figure[] = []
  const add = (what: string, measured: number, unit: Figure['unit'], goal?: number) => {
    figures.push({ what, measured, unit, ...(goal !== undefined && { goal }) })
    console.log(`${what}: ${measured.toFixed(1)} ${unit}`)
  }
  const env = {
    ...healthAccess,
    DATABASE_URL: database.url,
    // Bookings have none, so that those that wait in the journal are not sent.
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
    CLIENT_ADDRESS: 'proxy:1',
    LEADS_PER_PHONE: '999999',
    LEADS_PER_HOUR_TOTAL: '999999',
    // All keep their data, so that all need a proof of consent.
    LEADS_RETENTION_DAYS: '400',
    UNDELIVERED_RETENTION_DAYS: '400',
  }
  const started = performance.now()
  const site = await Site.start(env)
  add('start', seconds(started), 's')

  const visits = visitPages(site)
  const update = performance.now()
  await maintain(site, database)
  add('proofs of consent for all leads', seconds(update), 's', updateSeconds)
  const { pages, posts } = await visits()
  add('page meanwhile, p50', percentile(pages, 0.5), 'ms')
  add('page meanwhile, p95', percentile(pages, 0.95), 'ms', pageMs)
  add('page meanwhile, longest', Math.max(...pages), 'ms')
  add('post meanwhile, p95', percentile(posts, 0.95), 'ms')

  const quiet = visitPages(site)
  const hourly = performance.now()
  await maintain(site, database)
  add('hourly maintenance', performance.now() - hourly, 'ms', 1000)
  await sleep(5000)
  const after = await quiet()
  add('page, p95', percentile(after.pages, 0.95), 'ms', pageMs)
  add('post, p95', percentile(after.posts, 0.95), 'ms')
  const health = performance.now()
  await fetchHealth(site.url)
  add('health with details', performance.now() - health, 'ms', 1000)
  add('memory', (await site.memory()) / 1e6, 'MB')
  if (path) add('size of the file', statSync(path).size / 1e6, 'MB')

  const backup = join(temporaryFolder('backup'), 'leads.db')
  const commands: [goal: number | undefined, ...args: string[]][] = [
    [1, 'list', '--state', 'dead'],
    [1, 'list', '--state', 'suspect'],
    [1, 'list', '--state', 'suspect', '--why', 'flood'],
    [1, 'list', '--since', '24h'],
    [1, 'find', '-'],
    [1, 'consent', '-'],
    [10, 'report'],
    ...(path ? [[undefined, 'backup', backup] satisfies [undefined, ...string[]]] : []),
  ]
  // What a command takes that reads nothing. The first one may make the program.
  await timeCommand(['help'], env)
  const bare = await timeCommand(['help'], env)
  for (const [goal, ...args] of commands) {
    const name = args.filter((arg) => arg !== '-' && arg !== backup).join(' ')
    add(`leads ${name}`, (await timeCommand(args, env)) - bare, 's', goal)
  }
  if (path) add('size of a backup', statSync(backup).size / 1e6, 'MB')
  await site.stop()
  await database.stop()
  rmSync(backup, { force: true })
  return figures
}

/** As version 1.0.0 leaves it. */
async function makeJournal(database: Database): Promise<void> {
  const sql = readFileSync(join(root, 'tests/unit/leads/journal-1.0.0.sql'), 'utf8')
  for (const statement of sql.trimEnd().replace(/;$/, '').split(';\n'))
    await database.query(statement)
  const began = performance.now()
  await fillLeads(database, count, { perDay: count / 360, withAllData: true })
  console.log(`\n${count} leads in ${seconds(began).toFixed()} s`)
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000
}

/** Runs maintenance by the cron job, which ends after some seconds, until it has come to its end. */
async function maintain({ url }: Site, database: Database): Promise<void> {
  const endedAt = async () =>
    Number((await database.query('SELECT ended_at FROM maintenance'))[0]?.ended_at ?? 0)
  const before = await endedAt().catch(() => 0)
  const authorization = `Bearer ${healthAccess.CRON_SECRET}`
  do {
    const { status } = await fetch(`${url}/api/leads/redeliver`, { headers: { authorization } })
    if (status !== 200) throw new Error(`The cron job answered ${status}`)
  } while ((await endedAt()) === before)
}

/** Loads twenty pages and sends one lead a second. The returned function ends that, and returns the milliseconds of each. */
function visitPages({ url }: Site) {
  const pages: number[] = []
  const posts: number[] = []
  let ended = false
  const time = async (request: () => Promise<Response>, times: number[], status: number) => {
    const began = performance.now()
    const response = await request()
    await response.text()
    if (response.status !== status) throw new Error(`${response.url} answered ${response.status}`)
    times.push(performance.now() - began)
  }
  const visits = async () => {
    const { action, hidden } = await readForm(url)
    const open: Promise<void>[] = []
    for (let turn = 0; !ended; turn++) {
      open.push(time(() => fetch(`${url}/`), pages, 200))
      if (turn % 20 === 0) {
        const { headers, body } = leadRequest(hidden, 'native', newClientAddress())
        const lead = {
          method: 'POST',
          headers: { ...headers, origin: new URL(url).origin },
          body,
          redirect: 'manual' as const,
        }
        open.push(time(() => fetch(action, lead), posts, 303))
      }
      await sleep(50)
    }
    await Promise.all(open)
  }
  const done = visits()
  return async () => {
    ended = true
    await done
    return { pages, posts }
  }
}

async function timeCommand(args: string[], env: Record<string, string>): Promise<number> {
  const began = performance.now()
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts/leads.mjs'), ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 30,
  })
  run.child.stdin?.end('ana500000@ruiz.com\n')
  await run
  return seconds(began)
}
