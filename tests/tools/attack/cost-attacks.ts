import { connect, type Socket } from 'node:net'
import { forEachConcurrently, sleep, waitUntil } from '../../support/process/wait'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import type { Site } from '../../support/site/site'
import { multipart, multipartType, rawRequest, sendRaw } from '../../support/visitor/http'
import { isAccepted, leadPost, type NativeForm } from '../../support/visitor/lead-post'

/** Attacks that one laptop can make on the server's time and memory, and on those whom its leads make a phone call. */

const attacker = '127.0.0.66'
const plumber = '127.0.0.67'
const durationMs = 5000

type Target = {
  url: string
  /** Answers requests without TLS, behind nginx. */
  plainPort: number
  /** Has the logs of nginx. */
  nginxFolder: string
  form: NativeForm
  receiver: WebhookReceiver
  site: Site
}
/** Returns a sentence about what the attack achieved, and throws when that is too much. */
export type CostAttack = (target: Target) => Promise<string>

export const costAttacks: Record<string, CostAttack> = {
  async 'E2: posts on connections that are reset'({ url, form, receiver }) {
    receiver.reset()
    let count = 0
    await times(300, 20, async () => {
      const socket = open(url)
      const phone = `509556${String(count++).padStart(4, '0')}`
      const post = leadPost(form, 'scripted', attacker, { phone })
      await new Promise((resolve) => socket.write(post, resolve))
      socket.resetAndDestroy()
      await sleep(20)
    })
    await sleep(500)
    const { length } = receiver.received.filter(({ body }) => body.includes('509556'))
    return atMost(length, 5, 'leads sent')
  },

  async 'E4: 1,600 connections that send a tenth of a byte a second'({ url }) {
    const sockets = Array.from({ length: 1600 }, () => {
      const socket = open(url)
      socket.write(
        `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType['content-type']}\r\ncontent-length: 999\r\n\r\n`,
      )
      return socket.once('data', () => socket.destroy())
    })
    await sleep(durationMs)
    for (const socket of sockets) socket.write('a')
    await sleep(durationMs)
    const held = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    return `${held} held`
  },

  async 'E5, E6, E8: 200 connections that send refused posts'({ url, form }) {
    const end = performance.now() + durationMs
    let sent = 0
    const post = (format: 'native' | 'scripted') =>
      sendRaw(url, leadPost(form, format, attacker), { localAddress: attacker })
    await times(200, 200, async () => {
      while (performance.now() < end) {
        await post(sent++ % 2 === 0 ? 'native' : 'scripted')
        await sleep(10)
      }
    })
    // A colleague at the same address, once the delay is over, and nginx lets posts through again.
    for (let tries = 0; tries < 5; tries++) {
      await sleep(2100)
      if (isAccepted(await post('scripted'))) return `${sent} posts, then the address was accepted`
    }
    throw new Error('The address was locked out by refusals')
  },

  async 'E7: 20 loops on the health check'({ url }) {
    const end = performance.now() + durationMs
    const taken: number[] = []
    await times(20, 20, async () => {
      while (performance.now() < end) {
        const request = rawRequest(url, { method: 'GET', path: '/api/health' })
        taken.push((await sendRaw(url, request, { localAddress: attacker })).ms)
      }
    })
    return atMost(Math.max(...taken), 2000, 'ms for the slowest check')
  },

  async 'E9: 300 leads, each from another address and with another phone number'(target) {
    const sent = await sendLeads(target, 300, (i) => ({
      phone: `509557${String(i).padStart(4, '0')}`,
    }))
    await waitUntil(20, 'an alert with the command that sends the held leads', () =>
      target.receiver.received.some(
        ({ path, body }) =>
          path === alertPath && body.includes('npm run leads -- release --why flood'),
      ),
    )
    return atMost(sent, leadsPerHourTotal, 'leads sent, and an alert')
  },

  async 'E10: 100 leads with one mailbox, each from another address and with another phone number'(
    target,
  ) {
    const sent = await sendLeads(target, 100, (i) => ({
      dialog: 'see-ai-in-action',
      phone: `509558${String(i).padStart(4, '0')}`,
      email: `Victim+${i}@ruiz.com`,
    }))
    return atMost(sent, 5, 'leads sent')
  },

  async 'E11: five leads with the phone number of a plumber, from one address, before his own'({
    url,
    form,
    receiver,
  }) {
    receiver.reset()
    const phone = '5095590147'
    const post = (localAddress: string, businessName: string) =>
      sendRaw(url, leadPost(form, 'scripted', localAddress, { phone, businessName }), {
        localAddress,
      })
    for (let i = 0; i < 5; i++) {
      await post(attacker, `Stranger ${i}`)
      await sleep(2100)
    }
    await post(plumber, 'Ruiz & Sons')
    const sent = receiver.received.filter(({ body }) => body.includes(phone))
    if (!sent.some(({ body }) => body.includes('Ruiz & Sons')))
      throw new Error('The lead of the plumber was not sent')
    return atMost(sent.length - 1, 3, "leads of the attacker sent, and the plumber's")
  },

  async 'E12: 20,000 refused posts, each from another address'({ url, site }) {
    const malformed = rawRequest(url, { headers: multipartType, body: multipart([]) })
    const send = async (_: number, localAddress: string) => {
      await sendRaw(url, malformed, { localAddress })
    }
    // The first ones load and compile code.
    await eachAddress(10_000, 20, send)
    const before = await site.memory()
    await eachAddress(20_000, 20, send)
    return atMost(((await site.memory()) - before) / 20_000, 120, 'bytes of memory for each')
  },

  async 'E13: leads with 28 spellings of one mailbox, each from another address and with another phone number'({
    url,
    form,
    receiver,
  }) {
    receiver.reset()
    let accepted = 0
    await eachAddress(spellings.length, 4, async (i, localAddress) => {
      const changes = {
        dialog: 'see-ai-in-action',
        name: 'Not Ana',
        phone: `509559${String(i).padStart(4, '0')}`,
        email: spellings[i] ?? '',
      }
      const post = leadPost(form, 'scripted', localAddress, changes)
      if (isAccepted(await sendRaw(url, post, { localAddress }))) accepted++
    })
    const sent = receiver.received.filter(({ body }) => body.includes('Not Ana')).length
    // Otherwise the form refuses all of them, and the limit is not tried.
    if (accepted <= 5) throw new Error(`Only ${accepted} were accepted`)
    return `${atMost(sent, 5, 'leads sent')}, of ${accepted} accepted`
  },
}

/** Of victim@ruiz.com, for some mail server. */
const spellings = [
  ...['victim@ruiz.com', 'VICTIM@Ruiz.COM', 'victim+1@ruiz.com', 'vic\u200btim@ruiz.com'],
  ...['victim@ｒｕｉｚ.com', 'victim@ruiz.com。', 'victim@ruiz.com｡', 'victim@ⓡⓤⓘⓩ.com'],
  ...['victim@𝐫𝐮𝐢𝐳.com', 'victim@ru\u00adiz.com', 'victim@ruiz.com\ufe0f', 'victim@ru\u034fiz.com'],
  ...['"victim"@ruiz.com', 'vic"tim"@ruiz.com', '"vic\\tim"@ruiz.com', 'vic\\tim@ruiz.com'],
  ...['(a)victim@ruiz.com', 'victim(a)@ruiz.com', 'victim@(a)ruiz.com', 'victim@ruiz.com(a)'],
  ...['victim@ruiz.com.', 'victim@ruiz.com..', '<victim@ruiz.com>', 'victim@[ruiz.com]'],
  ...['victim%ruiz.com@ruiz.com', 'ruiz.com!victim@ruiz.com', '@ruiz.com:victim@ruiz.com'],
  'victim@ruiz.com@',
]

/** More than the honest visitors send during an attack, and fewer than E9 sends. */
export const leadsPerHourTotal = 200

/** Where the server sends its alerts. */
export const alertPath = '/alerts'

/** Sends so many leads, each from another address. Returns how many of them the webhook has got. */
async function sendLeads(
  { url, form, receiver }: Target,
  count: number,
  changes: (i: number) => Record<string, string>,
) {
  receiver.reset()
  await eachAddress(count, 4, async (i, localAddress) => {
    const post = leadPost(form, 'scripted', localAddress, { ...changes(i), name: 'Not Ana' })
    if (!isAccepted(await sendRaw(url, post, { localAddress })))
      throw new Error('A lead was refused')
  })
  return receiver.received.filter(({ body }) => body.includes('Not Ana')).length
}

/** Calls `work` so many times, at most `limit` at a time, with another address each. */
function eachAddress(
  count: number,
  limit: number,
  work: (i: number, localAddress: string) => Promise<void>,
) {
  let next = 0
  return times(count, limit, () => {
    const i = next++
    return work(i, `127.2.${i >> 8}.${i & 255}`)
  })
}

/** Calls `work` so many times, at most `limit` at a time. */
function times(count: number, limit: number, work: () => Promise<void>): Promise<void> {
  return forEachConcurrently(
    Array.from({ length: count }, (_, index) => index),
    limit,
    work,
  )
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: attacker })
  return socket.on('error', () => undefined).resume()
}

export function atMost(value: number, limit: number, what: string): string {
  if (value > limit) throw new Error(`${value.toFixed()} ${what}, more than ${limit}`)
  return `${value.toFixed()} ${what}`
}
