import { parseArgs } from 'node:util'
import { nginxInstalled } from '../../support/nginx/nginx'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { type Site, startSite } from '../../support/site/site'
import { readForm } from '../../support/visitor/lead-post'
import { attackSite } from './attacks'
import { sendBurst } from './burst'
import { runCostAttacks } from './costs'
import { attackCache, cachedPaths } from './shared-cache'
import { sendSlowRequests } from './slow-requests'
import { measureBlocks } from './worst-requests'

/**
 * `npm run tool -- attack`: sends hostile requests, requests through a shared cache, and slow requests to a server, then attacks
 * its time and memory while honest visitors use it, and prints what they see. Starts a server, or uses one on this
 * machine: `npm run tool -- attack --url http://localhost:3000`. Run it after every upgrade of Next.js.
 */

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (values.url && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/.test(values.url)) {
  console.error('--url must be a server on this machine, such as http://localhost:3000')
  process.exit(1)
}

const receiver = await WebhookReceiver.start()
const site: Site | undefined = values.url ? undefined : await startSite(receiver)
const url = values.url ?? site?.url ?? ''
const { count, faults } = await attackSite(url, (await readForm(url)).hidden)
console.log(`${count} hostile requests`)
if (nginxInstalled) {
  const cache = await attackCache(url, await cachedPaths(url), 4)
  console.log(`${cache.count} requests through a shared cache`)
  faults.push(...cache.differences)
} else console.log('nginx is not installed: no shared cache')
for (const { kind, seconds } of await sendSlowRequests(url)) {
  console.log(`${kind}, byte by byte: closed after ${seconds.toFixed()} s`)
  if (seconds >= 60) faults.push(`${kind}: closed after ${seconds.toFixed()} s`)
}
if (site) {
  faults.push(...(await measureBlocks(site, await readForm(url))))
  await site.stop()
  faults.push(...(await sendBurst(receiver)))
  // Only Linux has addresses for more clients.
  for (const behindNginx of process.platform === 'linux' ? [false, true] : []) {
    if (behindNginx && !nginxInstalled) continue
    console.log(behindNginx ? 'Behind docs/nginx.conf:' : 'Directly:')
    faults.push(...(await runCostAttacks(receiver, behindNginx)))
  }
}
await receiver.stop()
for (const fault of faults) console.log(fault)
console.log(`${faults.length} faults`)
process.exit(faults.length ? 1 : 0)
