import { connect, type Socket } from 'node:net'
import { forEachConcurrently } from './concurrency'
import { isAccepted, leadPost } from './lead-post'
import type { NativeForm } from './native-post'
import { multipartType, rawRequest, sendRaw } from './raw-http'
import { sleep } from './wait'
import type { WebhookReceiver } from './webhook-receiver'

/** Attacks that one laptop can make on the server's time and memory. */

const attacker = '127.0.0.66'
const durationMs = 5000

type Target = { url: string; form: NativeForm; receiver: WebhookReceiver }
/** Returns a sentence about what the attack achieved, and throws when that is too much. */
type CostAttack = (target: Target) => Promise<string>

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

function atMost(value: number, limit: number, what: string): string {
  if (value > limit) throw new Error(`${value.toFixed()} ${what}, more than ${limit}`)
  return `${value.toFixed()} ${what}`
}
