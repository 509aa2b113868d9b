import { readForm } from './native-post'
import { isAccepted, leadEntries, leadPost } from './post-cost'
import { rawRequest, sendRaw } from './raw-http'
import { sleep } from './wait'

export type HonestTimes = { pageMs: number; leadMs: number; lost: number }

/**
 * Opens pages and submits leads, one after the other, while `attack` runs, and at least three of each. Returns the
 * 95th percentiles, and how many pages and leads got no good answer.
 */
export async function visitDuring(
  url: string,
  attack: () => Promise<unknown>,
): Promise<HonestTimes> {
  const form = await readForm(url)
  const pages: number[] = []
  const leads: number[] = []
  let lost = 0
  let running = true
  const attacked = attack().finally(() => {
    running = false
  })
  const browse = async () => {
    for (let count = 0; running || count < 3; count++) {
      const page = await sendRaw(url, rawRequest(url, { method: 'GET' }), {
        localAddress: newVisitor(),
      })
      pages.push(page.ms)
      if (page.status !== 200) lost++
      await sleep(20)
    }
  }
  const submit = async () => {
    for (let count = 0; running || count < 3; count++) {
      const format = count % 2 === 0 ? 'scripted' : 'native'
      const localAddress = newVisitor()
      const phone = `509555${String(count).padStart(4, '0')}`
      const post = leadPost(form, format, localAddress, { ...leadEntries, phone })
      const lead = await sendRaw(url, post, { localAddress })
      leads.push(lead.ms)
      if (!isAccepted(lead)) lost++
      await sleep(100)
    }
  }
  await Promise.all([browse(), submit(), attacked])
  return { pageMs: percentile95(pages), leadMs: percentile95(leads), lost }
}

let visitors = 0

/** An address of this machine for each visitor, because the server and nginx count by the connection's address. */
function newVisitor(): string {
  visitors++
  return `127.1.${(visitors >> 8) & 255}.${visitors & 255}`
}

function percentile95(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
}
