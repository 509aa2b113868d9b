import { trustBalancer } from '../../support/nginx/clients'
import { startDocumentedNginx } from '../../support/nginx/nginx'
import { sleep } from '../../support/process/wait'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { startSite } from '../../support/site/site'
import { type RawResponse, rawRequest, sendRaw } from '../../support/visitor/http'
import { isAccepted, leadFormats, leadPost, readForm } from '../../support/visitor/lead-post'
import { percentile } from '../figures'
import { alertPath, costAttacks, leadsPerHourTotal } from './cost-attacks'
import { nginxAttacks } from './nginx-attacks'

/** What honest visitors and the server may suffer during an attack. */
const limits = { pageMs: 200, leadMs: 5000, peakMb: 300, lost: 0 }

/** Makes every attack while honest visitors use the site. Prints what they see, and returns what was too much. */
export async function runCostAttacks(receiver: WebhookReceiver, nginx: boolean): Promise<string[]> {
  const rows: object[] = []
  const faults: string[] = []
  const env = {
    CLIENT_ADDRESS: nginx ? 'proxy:1' : 'direct',
    ALERT_WEBHOOK_URL: receiver.url(alertPath),
    LEADS_PER_PHONE: '',
    LEADS_PER_HOUR_TOTAL: String(leadsPerHourTotal),
  }
  const attacks = nginx ? { ...costAttacks, ...nginxAttacks } : costAttacks
  for (const [attack, run] of Object.entries(attacks)) {
    // A new server for each, because memory is measured by its peak.
    const site = await startSite(receiver, env)
    const proxy = nginx ? await startDocumentedNginx([site], trustBalancer) : undefined
    const { url } = proxy ?? site
    const form = await readForm(url)
    // The first requests load and compile code.
    await visitDuring(url, async () => undefined)
    let result = ''
    const visits = await visitDuring(url, async () => {
      const { plainPort = 0, folder: nginxFolder = '' } = proxy ?? {}
      result = await run({ url, plainPort, nginxFolder, form, receiver, site }).catch(
        ({ message }) => {
          faults.push(`${attack}: ${message}`)
          return message
        },
      )
    })
    const suffered = { ...visits, peakMb: Math.round((await site.use()).peakMb) }
    await proxy?.stop()
    await site.stop()
    rows.push({ attack, result, ...suffered })
    for (const [name, limit] of Object.entries(limits)) {
      const value = suffered[name as keyof typeof limits]
      if (!(value <= limit)) faults.push(`${attack}: ${name} was ${value}`)
    }
  }
  console.table(rows)
  return faults
}

/**
 * Opens pages and submits leads, one after the other, while `attack` runs, and at least three of each. Returns the
 * 95th percentiles, and how many pages and leads got no good answer.
 */
async function visitDuring(url: string, attack: () => Promise<void>) {
  const form = await readForm(url)
  let lost = 0
  let running = true
  const attacked = attack().finally(() => {
    running = false
  })
  /** Sends requests, each from an address of its own, and returns their 95th percentile. */
  async function visit(
    pauseMs: number,
    isGood: (answer: RawResponse) => boolean,
    request: (count: number, from: string) => Buffer,
  ) {
    const times: number[] = []
    for (let count = 0; running || count < 3; count++) {
      const localAddress = newVisitor()
      const answer = await sendRaw(url, request(count, localAddress), { localAddress })
      times.push(answer.ms)
      if (!isGood(answer)) lost++
      await sleep(pauseMs)
    }
    return Math.round(percentile(times, 0.95))
  }
  const [pageMs, leadMs] = await Promise.all([
    visit(
      20,
      ({ status }) => status === 200,
      () => rawRequest(url, { method: 'GET' }),
    ),
    visit(100, isAccepted, (count, from) => {
      const phone = `509555${String(count).padStart(4, '0')}`
      return leadPost(form, leadFormats[count % 2] ?? 'native', from, { phone })
    }),
    attacked,
  ])
  return { pageMs, leadMs, lost }
}

let visitors = 0

/** An address of this machine for each visitor, because the server and nginx count by the connection's address. */
function newVisitor(): string {
  visitors++
  return `127.1.${(visitors >> 8) & 255}.${visitors & 255}`
}
