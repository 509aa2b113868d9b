import { parseArgs } from 'node:util'
import { attack, type Row } from './support/attacks'
import { readForm } from './support/native-post'
import { nginxInstalled } from './support/nginx'
import { Receiver } from './support/receiver'
import { cachedPaths, poison } from './support/shared-cache'
import { Site } from './support/site'
import { dripAll } from './support/slow-requests'

/**
 * Attacks a running server and prints one table: hostile requests, a shared cache in front of it, and slow requests.
 * `npm run attack` starts a server of its own; `npm run attack -- --url http://localhost:3000` takes one that runs on
 * this machine. Repeat it after every upgrade of Next.js.
 */

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (values.url && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/.test(values.url)) {
  console.error('--url must be a server on this machine, such as http://localhost:3000')
  process.exit(1)
}

const receiver = await Receiver.start()
const site = values.url ? undefined : await startOwn()
const url = values.url ?? site?.url ?? ''
const { rows, faults } = await attack(url, (await readForm(url)).hidden)
const table = [...rows, await cacheRow(), ...(await slowRows())]
await site?.stop()
await receiver.stop()

console.table(table)
for (const fault of faults) console.log(fault)
console.log(`${faults.length} faults`)
process.exit(faults.length ? 1 : 0)

function startOwn(): Promise<Site> {
  return Site.start({
    CALLBACK_WEBHOOK_URL: receiver.url('/callback'),
    BOOKING_WEBHOOK_URL: receiver.url('/booking'),
    CLIENT_ADDRESS: 'proxy:1',
  })
}

async function cacheRow(): Promise<Row> {
  const kind = 'headers and queries through a shared cache'
  if (!nginxInstalled) return { kind, count: 0, answers: 'nginx is not installed', slowest: '' }
  const { count, differences } = await poison(url, await cachedPaths(url), 200)
  faults.push(...differences)
  return { kind, count, answers: `${differences.length} changed the next answer`, slowest: '' }
}

async function slowRows(): Promise<Row[]> {
  return (await dripAll(url)).map(({ kind, seconds }) => {
    const answers = `cut after ${seconds.toFixed()} s`
    if (seconds >= 30) faults.push(`${kind}: ${answers}`)
    return { kind: `drips ${kind}`, count: 1, answers, slowest: '' }
  })
}
