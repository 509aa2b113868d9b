import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { clockAt } from './support/clock'
import { type Database, postgres, sqlite } from './support/database'
import { type NativeForm, post, readForm } from './support/native-post'
import { type Cue, Receiver } from './support/receiver'
import { Site } from './support/site'

/**
 * Sends leads through the real server actions while servers are killed and the receiver fails at random, then lets
 * everything come to rest. Fails when an acknowledged lead was lost or went out under more than one id.
 */

const { values } = parseArgs({ options: { short: { type: 'boolean' } } })
const size = values.short
  ? { leads: 100, kills: 4, lifeMs: 600 }
  : { leads: 500, kills: 20, lifeMs: 2000 }
const clients = 8
const faults: Cue[] = [500, 429, 503, 'reset', 'slow', 'hang']

type Result = {
  submitted: number
  acknowledged: number
  lost: number
  twoIds: number
  repeated: number
  kills: number
  drainMs: number
  journal: number[]
  action: number[]
}

const results = [
  await chaos('one server, SQLite', 1, async () => sqlite()),
  await chaos('two servers, PostgreSQL', 2, postgres),
]
console.log(`\n${table(results)}`)
const bad = results.filter(
  ([, { lost, twoIds, acknowledged }]) => lost > 0 || twoIds > 0 || acknowledged === 0,
)
for (const [name] of bad) console.error(`${name}: leads were lost or multiplied`)
process.exit(bad.length > 0 ? 1 : 0)

async function chaos(
  name: string,
  servers: number,
  open: () => Promise<Database>,
): Promise<[string, Result]> {
  const database = await open()
  const receiver = await Receiver.start()
  receiver.whatever(() => (Math.random() < 0.3 ? pick(faults) : 'accept'))
  const env = {
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
    BOOKING_WEBHOOK_URL: receiver.url('/book'),
    DATABASE_URL: database.url,
    CLIENT_ADDRESS: 'proxy:1',
  }
  const sites = await Promise.all(Array.from({ length: servers }, () => Site.start(env)))
  const form = await readForm(sites[0]?.url ?? '')
  const ended: Site[] = []
  const acknowledged = new Set<string>()
  const action: number[] = []
  let submitted = 0
  let kills = 0

  async function client() {
    while (submitted < size.leads || kills < size.kills) {
      const name = `Lead ${letters(submitted++)}`
      const entries = {
        name,
        phone: '5095550147',
        businessName: 'Ruiz & Sons',
        submissionId: randomUUID(),
      }
      // A visitor who sees an error tries once more with the same form.
      for (let tries = 0; tries < 2 && !acknowledged.has(name); tries++) {
        const began = performance.now()
        if (!(await accepted({ ...form, action: pick(sites).url }, entries))) continue
        acknowledged.add(name)
        action.push(performance.now() - began)
      }
    }
  }

  async function killer() {
    while (kills < size.kills) {
      await sleep(size.lifeMs * (0.5 + Math.random()))
      const index = Math.floor(Math.random() * sites.length)
      const victim = sites[index]
      await victim?.kill()
      if (victim) ended.push(victim)
      sites[index] = await Site.start(env)
      kills++
    }
  }

  await Promise.all([killer(), ...Array.from({ length: clients }, client)])
  for (const site of sites) await site.kill()

  // The schedule is days long: the servers that come to rest live five days later.
  receiver.whatever(() => 'accept')
  const began = performance.now()
  const future = { ...env, ...clockAt(new Date(Date.now() + 5 * 86_400_000).toISOString()) }
  const rested = await Promise.all(Array.from({ length: servers }, () => Site.start(future)))
  while (!(await atRest(rested[0]))) await sleep(100)
  const drainMs = performance.now() - began
  for (const site of rested) await site.stop()

  const idsByName = new Map<string, string[]>()
  for (const { body, headers, accepted } of receiver.received) {
    if (!accepted) continue
    const { Name } = JSON.parse(body)
    idsByName.set(Name, [...(idsByName.get(Name) ?? []), String(headers['webhook-id'])])
  }
  const journal = [...ended, ...sites].flatMap(({ events }) =>
    events.filter(({ event }) => event === 'received').map(({ ms }) => Number(ms)),
  )
  await receiver.stop()
  await database.stop()
  const ids = [...idsByName.values()]
  return [
    name,
    {
      submitted,
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((each) => !idsByName.has(each)).length,
      twoIds: ids.filter((each) => new Set(each).size > 1).length,
      repeated: ids.filter((each) => each.length > 1).length,
      kills,
      drainMs,
      journal,
      action,
    },
  ]
}

async function accepted(form: NativeForm, entries: Record<string, string>): Promise<boolean> {
  try {
    return await post(form, entries)
  } catch {
    // The server was killed before it could answer.
    await sleep(250)
    return false
  }
}

async function atRest(site: Site | undefined): Promise<boolean> {
  const { leads } = await (await fetch(`${site?.url}/api/health`)).json()
  return leads.pending === 0 && leads.leased === 0
}

/** Names have no digits. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function table(rows: [string, Result][]): string {
  const lines: [string, (result: Result) => string][] = [
    ['leads submitted', ({ submitted }) => String(submitted)],
    ['servers killed', ({ kills }) => String(kills)],
    ['acknowledged', ({ acknowledged }) => String(acknowledged)],
    ['acknowledged and lost', ({ lost }) => String(lost)],
    ['delivered under more than one id', ({ twoIds }) => String(twoIds)],
    ['repeated under the same id', ({ repeated }) => String(repeated)],
    ['drain', ({ drainMs }) => `${(drainMs / 1000).toFixed(1)} s`],
    [
      'journal p50 / p95',
      ({ journal }) => `${percentile(journal, 50)} / ${percentile(journal, 95)} ms`,
    ],
    [
      'action p50 / p95',
      ({ action }) => `${percentile(action, 50)} / ${percentile(action, 95)} ms`,
    ],
  ]
  const head = ['', ...rows.map(([name]) => name)]
  const body = lines.map(([name, read]) => [name, ...rows.map(([, result]) => read(result))])
  return [head, head.map(() => '---'), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.ceil((sorted.length * share) / 100) - 1] ?? 0)
}
