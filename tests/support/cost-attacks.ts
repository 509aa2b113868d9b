import { connect, type Socket } from 'node:net'
import { forEachConcurrently } from './concurrency'
import { isAccepted, leadPost } from './lead-post'
import type { NativeForm } from './native-post'
import { multipartType, rawRequest, sendRaw } from './raw-http'
import { pipelineWithoutReading } from './unread-answers'
import { sleep } from './wait'
import type { WebhookReceiver } from './webhook-receiver'

/** Attacks that one laptop can make on the server's time, memory and disk, and on strangers' phones. */

const attacker = '127.0.0.66'
const durationMs = 5000

type Target = { url: string; form: NativeForm; receiver: WebhookReceiver }
/** Returns a sentence about what the attack achieved, and throws when that is too much. */
export type CostAttack = (target: Target) => Promise<string>

export const costAttacks: Record<string, CostAttack> = {
  async 'E1: posts of 64 KB of combining marks from three clients'({ url, form }) {
    const name = '\u0316\u0301'.repeat(15_000)
    const taken: number[] = []
    await times(10, 10, async () => {
      const localAddress = `127.0.0.${70 + (taken.length % 3)}`
      const post = leadPost(form, 'scripted', localAddress, { name })
      taken.push((await sendRaw(url, post, { localAddress })).ms)
    })
    return `slowest answer ${Math.max(...taken).toFixed()} ms`
  },

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
    return atMost(sentTo(receiver, '509556'), 5, 'leads sent')
  },

  async 'E3: 1,400 requests on a connection whose answers are not read'({ url }) {
    const connections = 10
    let closed = 0
    for (let count = 0; count < connections; count++)
      if (await pipelineWithoutReading(url, 1400, 1000, attacker)) closed++
    // nginx answers one request after the other, so it need not close them.
    return `${closed} of ${connections} connections closed`
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

  async 'E9: calls to one number and to a premium number, from 50 clients'({
    url,
    form,
    receiver,
  }) {
    receiver.reset()
    for (const phone of ['5095557009', '+19005550199'])
      await times(50, 5, async () => {
        const localAddress = newAttacker()
        const post = leadPost(form, 'scripted', localAddress, { phone })
        await sendRaw(url, post, { localAddress })
      })
    atMost(sentTo(receiver, '+19005550199'), 0, 'calls to the premium number')
    return atMost(sentTo(receiver, '5095557009'), 5, 'calls to one number')
  },

  async 'E15: 300 corrections under one id'({ url, form }) {
    const submissionId = '15151515-0000-4000-8000-000000000000'
    let last = 0
    for (let count = 0; count < 300; count++) {
      const localAddress = newAttacker()
      const phone = `208555${String(count).padStart(4, '0')}`
      const post = leadPost(form, 'scripted', localAddress, { phone, submissionId })
      last = (await sendRaw(url, post, { localAddress })).ms
    }
    return atMost(last, 1000, 'ms for the last one')
  },
}

/** Calls `work` so many times, at most `limit` at a time. */
function times(count: number, limit: number, work: () => Promise<void>): Promise<void> {
  return forEachConcurrently(
    Array.from({ length: count }, (_, index) => index),
    limit,
    work,
  )
}

let attackers = 0

function newAttacker(): string {
  attackers++
  return `127.2.${(attackers >> 8) & 255}.${attackers & 255}`
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: attacker })
  return socket.on('error', () => undefined).resume()
}

function sentTo(receiver: WebhookReceiver, phone: string): number {
  return receiver.received.filter(({ body }) => body.includes(phone)).length
}

function atMost(value: number, limit: number, what: string): string {
  if (value > limit) throw new Error(`${value.toFixed()} ${what}, more than ${limit}`)
  return `${value.toFixed()} ${what}`
}
