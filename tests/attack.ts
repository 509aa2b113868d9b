import { parseArgs } from 'node:util'
import { type AttackRow, attackSite } from './support/attacks'
import { readForm } from './support/native-post'
import { nginxInstalled } from './support/nginx'
import { runCostAttacks, runPostCosts } from './support/run-cost-attacks'
import { attackCache, cachedPaths } from './support/shared-cache'
import { type Site, startSite } from './support/site'
import { sendSlowRequests } from './support/slow-requests'
import { WebhookReceiver } from './support/webhook-receiver'

/**
 * `npm run attack`: sends hostile requests, requests through a shared cache, and slow requests to a server, then attacks
 * its time and memory while honest visitors use it, and prints tables. Starts a server, or uses one on this machine: `npm run attack -- --url http://localhost:3000`. Run it
 * after every upgrade of Next.js.
 */

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (values.url && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/.test(values.url)) {
  console.error('--url must be a server on this machine, such as http://localhost:3000')
  process.exit(1)
}

const receiver = await WebhookReceiver.start()
const site: Site | undefined = values.url ? undefined : await startSite(receiver)
const url = values.url ?? site?.url ?? ''
const { rows, faults } = await attackSite(url, (await readForm(url)).hidden)
const table = [...rows, await cacheRow(), ...(await slowRows())]
await site?.stop()

console.table(table)
if (!values.url) await costs()
await receiver.stop()
for (const fault of faults) console.log(fault)
console.log(`${faults.length} faults`)
process.exit(faults.length ? 1 : 0)

/** What attacks cost the server, and honest visitors meanwhile, directly and behind nginx. */
async function costs(): Promise<void> {
  const posts = await runPostCosts(receiver)
  console.table(posts.rows)
  faults.push(...posts.faults)
  if (process.platform !== 'linux') return console.log('Only Linux has addresses for more clients')
  for (const behindNginx of nginxInstalled ? [false, true] : [false]) {
    console.log(behindNginx ? 'Behind docs/nginx.conf:' : 'Directly:')
    const { rows, faults: found } = await runCostAttacks(receiver, behindNginx)
    console.table(rows)
    faults.push(...found)
  }
}

async function cacheRow(): Promise<AttackRow> {
  const kind = 'headers and queries through a shared cache'
  if (!nginxInstalled) return { kind, count: 0, answers: 'nginx is not installed', slowest: '' }
  const { count, differences } = await attackCache(url, await cachedPaths(url), 4)
  faults.push(...differences)
  return { kind, count, answers: `${differences.length} changed the next response`, slowest: '' }
}

async function slowRows(): Promise<AttackRow[]> {
  return (await sendSlowRequests(url)).map(({ kind, seconds }) => {
    const answers = `closed after ${seconds.toFixed()} s`
    if (seconds >= 30) faults.push(`${kind}: ${answers}`)
    return { kind: `${kind}, byte by byte`, count: 1, answers, slowest: '' }
  })
}
