import { costAttacks, targetOf } from './cost-attacks'
import { documentedNginx } from './documented-nginx'
import { visitDuring } from './honest-visitor'
import { startNginx } from './nginx'
import { freePort } from './ports'
import { measurePosts } from './post-cost'
import { type Site, startSite } from './site'
import type { WebhookReceiver } from './webhook-receiver'

/** What honest visitors and the server may suffer during an attack. */
const limits = { pageMs: 200, leadMs: 5000, peakMb: 300, refusedShare: 0.25 }

type CostRow = {
  attack: string
  result: string
  'page p95 ms': number
  'lead p95 ms': number
  'peak MB': number
  'kept MB': number
}

/** Makes every attack while honest visitors use the site, and returns one row each, and what was too much. */
export async function runCostAttacks(receiver: WebhookReceiver, nginx: boolean, folder?: string) {
  const rows: CostRow[] = []
  const faults: string[] = []
  const limited = { CLIENT_ADDRESS: nginx ? 'proxy:1' : 'direct', LEADS_PER_PHONE: '5' }
  for (const [attack, run] of Object.entries(costAttacks)) {
    // A new server for each, because memory is measured by its peak.
    const site = await startSite(receiver, limited, folder)
    const proxy = nginx ? await startProxy(site) : null
    const target = await targetOf(proxy?.url ?? site.url, receiver)
    // The first requests load and compile code.
    await visitDuring(target.url, async () => undefined)
    let result = ''
    const { pageMs, leadMs, lost } = await visitDuring(target.url, async () => {
      result = await run(target).catch(({ message }) => {
        faults.push(`${attack}: ${message}`)
        return message
      })
    })
    const { peakMb } = await site.use()
    const keptMb = (await site.memory()) / 1024 / 1024
    await proxy?.stop()
    await site.stop()
    if (lost > 0) faults.push(`${attack}: ${lost} pages or leads of honest visitors were lost`)
    for (const [name, value] of Object.entries({ pageMs, leadMs, peakMb }))
      if (value > limits[name as keyof typeof limits])
        faults.push(`${attack}: ${name} was ${value.toFixed()}`)
    rows.push({
      attack,
      result,
      'page p95 ms': Math.round(pageMs),
      'lead p95 ms': Math.round(leadMs),
      'peak MB': Math.round(peakMb),
      'kept MB': Math.round(keptMb),
    })
  }
  return { rows, faults }
}

/** The CPU time of accepted and refused posts. */
export async function runPostCosts(receiver: WebhookReceiver, folder?: string) {
  const site = await startSite(receiver, {}, folder)
  const rows = await measurePosts(site)
  await site.stop()
  const faults = rows
    .filter(({ acceptedMs, refusedMs }) => refusedMs > acceptedMs * limits.refusedShare)
    .map(({ format }) => `A refused ${format} post costs more than a quarter of an accepted one`)
  return { rows, faults }
}

async function startProxy({ url }: Site): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const { stop } = await startNginx(documentedNginx(port, Number(new URL(url).port)), [port])
  return { url: `http://127.0.0.1:${port}`, stop }
}
