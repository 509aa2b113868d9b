import { execFile } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Database, postgres, sqlite } from '../support/database/database'
import { fillLeads, restoreFirstRelease } from '../support/database/leads'
import { temporaryFolder } from '../support/process/files'
import { sleep } from '../support/process/wait'
import { WebhookReceiver } from '../support/receiver/webhook-receiver'
import { fetchHealth, healthAccess, root, Site } from '../support/site/site'
import { leadRequest, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'
import { markdownTable, percentile } from './figures'

/**
 * npm run tool -- scale [--leads N]
 *
 * Makes a journal of version 1.0.0 with a million leads of the last year, all with their personal data, on both databases.
 * Starts this version with it, measures pages while maintenance updates the journal, and then what a visitor, a monitor, and
 * the commands of `npm run leads` wait for. Prints the table of docs/performance.md. Fails when a figure misses its goal.
 */

const { values } = parseArgs({ options: { leads: { type: 'string', default: '1000000' } } })
const count = Number(values.leads)

type Unit = 'ms' | 's' | 'MB'
type Figure = { what: string; goal?: number; measured: number; unit: Unit }

const receiver = await WebhookReceiver.start()
const tables = [
  ['SQLite', await measure(sqlite())],
  ['PostgreSQL', await measure(await postgres({ durable: true }))],
] as const
await receiver.stop()

const names = [...new Set(tables.flatMap(([, figures]) => figures.map(({ what }) => what)))]
const rows = names.map((name) => {
  const found = tables.map(([, figures]) => figures.find(({ what }) => what === name))
  const { goal, unit } = found.find((figure) => figure !== undefined) ?? {}
  return [name, ...found.map(cellOf), goal === undefined ? '' : `${goal} ${unit}`]
})
console.log(`\n${count} leads:\n`)
console.log(markdownTable(['figure', ...tables.map(([name]) => name), 'goal'], rows))
process.exit(tables.every(([, figures]) => figures.every(isMet)) ? 0 : 1)

function isMet({ goal = Number.POSITIVE_INFINITY, measured }: Figure): boolean {
  return measured <= goal
}

function cellOf(figure?: Figure): string {
  if (!figure) return ''
  const text = `${figure.measured.toFixed(figure.unit === 's' ? 1 : 0)} ${figure.unit}`
  return isMet(figure) ? text : `**${text}**`
}

async function measure(database: Database): Promise<Figure[]> {
  const isFile = database.url.startsWith('file:')
  await makeJournal(database)
  const figures: Figure[] = []
  const add = (what: string, measured: number, unit: Unit, goal?: number) => {
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
  add('proofs of consent for all leads', seconds(update), 's', 120)
  const during = await visits()
  add('a page meanwhile, p50', percentile(during.pages, 0.5), 'ms')
  add('a page meanwhile, 95 of 100', percentile(during.pages, 0.95), 'ms', 250)
  add('a lead meanwhile, 95 of 100', percentile(during.posts, 0.95), 'ms')

  const moreVisits = visitPages(site)
  const hourly = performance.now()
  await maintain(site, database)
  add('hourly maintenance after that', performance.now() - hourly, 'ms', 1000)
  await sleep(5000)
  const after = await moreVisits()
  add('a page after that, 95 of 100', percentile(after.pages, 0.95), 'ms', 250)
  add('a lead after that, 95 of 100', percentile(after.posts, 0.95), 'ms')
  const health = performance.now()
  const { journalBytes } = await fetchHealth(site.url)
  add('health with details', performance.now() - health, 'ms', 1000)
  add('memory', (await site.memory()) / 1e6, 'MB')
  add('size', journalBytes / 1e6, 'MB')

  const commands: [goal: number, ...args: string[]][] = [
    [1, 'list', '--state', 'dead'],
    [1, 'list', '--state', 'suspect'],
    [1, 'list', '--since', '24h'],
    [1, 'find', '-'],
    [1, 'consent', '-'],
    [10, 'report'],
  ]
  // What a command takes that reads nothing. The first one may make the program.
  await timeCommand(['help'], env)
  const bare = await timeCommand(['help'], env)
  for (const [goal, ...args] of commands) {
    const name = args.filter((arg) => arg !== '-').join(' ')
    add(`\`leads ${name}\``, (await timeCommand(args, env)) - bare, 's', goal)
  }
  if (isFile) {
    const folder = temporaryFolder('backup')
    const backup = join(folder, 'leads.db')
    add('`leads backup`', (await timeCommand(['backup', backup], env)) - bare, 's')
    const purge = await timeCommand(['purge'], { ...env, LEADS_RETENTION_DAYS: '30' })
    add('`leads purge` of all but 30 days', purge - bare, 's')
    add('size after that', (await fetchHealth(site.url)).journalBytes / 1e6, 'MB')
    const smaller = join(folder, 'smaller.db')
    await timeCommand(['backup', smaller], env)
    add('size of a backup after that', statSync(smaller).size / 1e6, 'MB')
    rmSync(folder, { recursive: true })
  }
  await site.stop()
  await database.stop()
  return figures
}

/** As version 1.0.0 leaves it. One lead of a hundred is held, as many as a journal has at most. */
async function makeJournal(database: Database): Promise<void> {
  await restoreFirstRelease(database)
  const began = performance.now()
  await fillLeads(database, count, { perDay: count / 360, withAllData: true })
  await database.query(
    `UPDATE leads SET state = 'suspect', outcome = 'repeated-phone', next_at = NULL, delivered_at = NULL
     WHERE state = 'suspect' OR (id LIKE '%00' AND created_at > ${Date.now() - 180 * 86_400_000})`,
  )
  // PostgreSQL does this by itself after so many rows, and would do it while commands are timed.
  if (!database.url.startsWith('file:')) await database.query('VACUUM ANALYZE')
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
    // The database has not answered in time. The next call goes on.
    if (status !== 200) console.log(`The cron job answered ${status}`)
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
  run.child.stdin?.end(`ana${count / 2}@ruiz.com\n`)
  await run
  return seconds(began)
}
