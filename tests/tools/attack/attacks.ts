import { forEachConcurrently } from '../../support/process/wait'
import { root } from '../../support/site/site'
import {
  multipart,
  multipartType,
  type RawResponse,
  rawRequest,
  sendRaw,
} from '../../support/visitor/http'
import { newClientAddress } from '../../support/visitor/visitor'
import { hostileRequests } from './hostile-requests'

const concurrency = 16

/**
 * Sends every attack, or so many of each kind. `faults` has a sentence for every wrong answer. `hidden` has the hidden
 * fields of a form.
 */
export async function attackSite(
  url: string,
  hidden: Record<string, string>,
  { secrets = [], ofEachKind = Number.POSITIVE_INFINITY }: AttackOptions = {},
): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = []
  let count = 0
  await warmUp(url, hidden)
  for (const [kind, list] of Object.entries(hostileRequests(url, hidden)))
    await forEachConcurrently(
      evenly(list, ofEachKind),
      concurrency,
      async ({ bytes, endEarly }) => {
        count++
        faults.push(...faultsOf(kind, await sendRaw(url, bytes, { endEarly }), secrets))
      },
    )
  return { count, faults }
}

type AttackOptions = { secrets?: readonly string[]; ofEachKind?: number }

/** So many items from all over the list. */
function evenly<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count)
  return list.filter((_, index) => index % step < 1)
}

/**
 * Submits an empty form again and again, so that the server has loaded and compiled its code. On a busy machine, the
 * first sixteen attacks at once on a new server took longer than `sendRaw` waits.
 */
async function warmUp(url: string, hidden: Record<string, string>): Promise<void> {
  for (let count = 0; count < 50; count++) {
    const headers = { ...multipartType, 'x-forwarded-for': newClientAddress() }
    await sendRaw(url, rawRequest(url, { headers, body: multipart(Object.entries(hidden)) }))
  }
}

function faultsOf(kind: string, answer: RawResponse, secrets: readonly string[]): string[] {
  const { status, head, body } = answer
  const what = `${kind}: ${head.split('\r\n')[0]}`
  const faults: string[] = []
  if (status === 'hung') faults.push(`${what}: no answer`)
  if (Number(status) >= 500) faults.push(`${what}: server error`)
  if (/\n\s+at .+:\d+:\d+|node_modules/.test(body) || body.includes(root))
    faults.push(`${what}: shows a stack trace`)
  if (secrets.some((secret) => body.includes(secret))) faults.push(`${what}: shows a secret`)
  // Every rejection by the request filter has a one-sentence message.
  if ([403, 413, 415].includes(Number(status)) && !/[A-Z].+\./.test(body))
    faults.push(`${what}: has no message`)
  return faults
}
