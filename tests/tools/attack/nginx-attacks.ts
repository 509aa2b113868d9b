import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  balancer,
  pageRequests,
  sendHeaders,
  storedBy,
  visitDuringHalfRequests,
} from '../../support/nginx/clients'
import { forEachConcurrently, sleep } from '../../support/process/wait'
import { multipartType, rawRequest, sendRaw } from '../../support/visitor/http'
import { leadPost } from '../../support/visitor/lead-post'
import { atMost, type CostAttack } from './cost-attacks'

/** Attacks on what nginx shares among all clients: its connections, its limits, and its cache. */

const host = 'www.example.com'
const attacker = '127.0.0.66'

export const nginxAttacks: Record<string, CostAttack> = {
  async 'half requests on 1,200 connections for each worker'({ url, plainPort }) {
    const ports = [Number(new URL(url).port), plainPort]
    const statuses = await visitDuringHalfRequests(ports, 600 * availableParallelism())
    const refused = statuses.filter((status) => status !== 200 && status !== 301)
    return atMost(refused.length, 0, `of ${statuses.length} distant visitors refused`)
  },

  async 'slow requests from 600 addresses of an IPv6 /64'({ url }) {
    const sockets = Array.from({ length: 600 }, (_, index) =>
      sendHeaders(Number(new URL(url).port), balancer, {
        'x-forwarded-for': ipv6Address(index),
      }),
    )
    for (const socket of sockets) socket.once('data', () => socket.destroy())
    await sleep(5000)
    const held = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    return atMost(held, 50, 'held')
  },

  async '300 posts from as many addresses of an IPv6 /64'({ url, form }) {
    let passed = 0
    await forEachConcurrently(range(300), 50, async (index) => {
      const post = leadPost(form, 'native', ipv6Address(index))
      const { body } = await sendRaw(url, post, { localAddress: balancer })
      if (!body.includes('<center>nginx</center>')) passed++
    })
    return atMost(passed, 60, 'passed nginx')
  },

  async '1,000 requests for a page by other queries, hosts, spellings, and headers'({ url }) {
    const requests = pageRequests(Number(new URL(url).port), '/book-demo', 200)
    // Some requests arrive before the first response is stored, or when it has expired.
    return atMost((await storedBy(requests)).length, 40, 'responses stored')
  },

  async '5 seconds of requests that one client makes as long as nginx takes them'(target) {
    const { url, plainPort, nginxFolder } = target
    const plainUrl = `http://127.0.0.1:${plainPort}`
    const long = 'x'.repeat(7000)
    const headers = { ...multipartType, referer: `http://${long}/`, 'user-agent': long }
    const requests: { url: string; path: string; length?: string }[] = [
      { url, path: `/?${long}` },
      { url, path: `/thank-you?${'x'.repeat(1000)}` },
      { url, path: `/${'x'.repeat(999)}` },
      { url, path: `/${long}` },
      { url, path: '/', length: '70000' },
      { url: plainUrl, path: `/${long}` },
      { url: plainUrl, path: `/.well-known/acme-challenge/${'x'.repeat(900)}` },
    ]
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    let sent = 0
    await forEachConcurrently([...requests, ...requests, ...requests], 21, async (each) => {
      const { url, path, length } = each
      const request = rawRequest(`http://${host}`, {
        method: length ? 'POST' : 'GET',
        path,
        headers: { ...headers, ...(length && { 'content-length': length }) },
      })
      for (; seconds() < 5; sent++) await sendRaw(url, request, { localAddress: attacker })
    })
    const lines = ['access.log', 'error.log'].map((name) => join(nginxFolder, name))
    const size = lines.reduce((sum, path) => sum + statSync(path).size, 0)
    // 1,000 requests at once, then 100 a second, with 300 bytes a line, and some of those of visitors.
    return atMost(size / 1000, 300 + 40 * seconds(), `KB of logs, of ${sent} requests`)
  },
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const ipv6Address = (index: number) => `2001:db8:0:1:${index.toString(16)}::1`
