import { once } from 'node:events'
import {
  Agent,
  type ClientRequest,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { createSiteServer } from '@/lib/http/server'
import { socketAddressHeader } from '@/lib/leads/limits/client-address'
import { newClientAddress } from '../../support/client-address'
import { sendRequest } from '../../support/http-request'
import { captureLog } from '../../support/in-process'
import { leadRequest } from '../../support/lead-post'
import { listenOnFreePort } from '../../support/ports'
import { sendRaw } from '../../support/raw-http'
import { policyOf } from '../../support/response-headers'

vi.hoisted(() => {
  process.env.CLIENT_ADDRESS = 'proxy:1'
  process.env.LOADER_HASH = "'sha256-loader'"
})

const hidden = {
  $ACTION_REF_1: '',
  '$ACTION_1:0': `{"id":"${'a'.repeat(42)}","bound":"$@1"}`,
  '$ACTION_1:1': '[null]',
  $ACTION_KEY: `k${'0'.repeat(32)}`,
}
/** Each from another client, so that none has to wait. */
const scripted = () => leadRequest(hidden, 'scripted', newClientAddress())
const native = () => leadRequest(hidden, 'native', newClientAddress())
const { 'content-type': type } = scripted().headers

const get = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

let agent: Agent
let held: ServerResponse[]
let port: number

async function start(handle: RequestListener) {
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  held = []
  const site = createSiteServer(async (...exchange) => handle(...exchange))
  port = await listenOnFreePort(site.server)
  return site
}
afterEach(() => agent.destroy())

/** Keeps the response in `held` until the test ends it. */
const hold: RequestListener = (_, response) => void held.push(response)
const isHeld = () => vi.waitUntil(() => held.length > 0)

/** The status and the header `connection` of an answer, or the code of the error. */
function send(method = 'GET', via: Agent | false = agent): Promise<unknown[]> {
  const { headers, body } = method === 'POST' ? scripted() : {}
  return new Promise((resolve) => {
    request({ port, method, agent: via, headers }, (response) => {
      const { statusCode, headers } = response
      response.resume().on('end', () => resolve([statusCode, headers.connection]))
    })
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve([code]))
      .end(body)
  })
}

it('answers requests one after the other on a connection', async () => {
  const sockets = new Set<unknown>()
  const { server } = await start(({ socket }, response) => {
    sockets.add(socket)
    response.end()
  })
  for (let i = 0; i < 2; i++) expect(await send()).toEqual([200, 'keep-alive'])
  expect(sockets.size).toBe(1)
  agent.destroy()
  await new Promise((resolve) => server.close(resolve))
})

it('closes connections whose answers are not read for a minute', async () => {
  const { server } = await start(hold)
  expect(server.timeout).toBe(60_000)
  // Node closes a connection on which nothing has moved for that long.
  server.setTimeout(50)
  expect(await send('GET', false)).toEqual(['ECONNRESET'])
  await new Promise((resolve) => server.close(resolve))
})

it('answers 500 when Next.js fails, and logs no message of the error', async () => {
  const { server } = await start(() => {
    throw new TypeError('secret.example')
  })
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const answer = await sendRequest({ port, path: '/' })
  expect([answer.status, answer.body]).toEqual([500, 'This did not work. Please try again.\n'])
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toEqual([{ time: expect.any(String), event: 'request fault', fault: 'TypeError' }])
  await new Promise((resolve) => server.close(resolve))
})

it('closes the connection when Next.js fails within an answer', async () => {
  const { server } = await start((_, response) => {
    response.write('The beginning')
    throw new TypeError('secret.example')
  })
  captureLog()
  expect((await sendRaw(`http://127.0.0.1:${port}`, get)).body).not.toContain('This did not work')
  await new Promise((resolve) => server.close(resolve))
})

it('answers what is rejected by its headers without Next.js', async () => {
  const reached: unknown[] = []
  const { server } = await start((incoming, response) => {
    reached.push(incoming.url)
    response.end()
  })
  expect(await send('PUT', false)).toEqual([405, 'close'])
  expect(reached).toEqual([])
  await new Promise((resolve) => server.close(resolve))
})

it('gives Next.js only the headers that its answers may depend on, and the address of the socket', async () => {
  const reached: unknown[] = []
  const { server } = await start((incoming, response) => {
    reached.push(incoming.headers)
    response.end()
  })
  const common = {
    host: 'px.example',
    'accept-encoding': 'gzip',
    'if-none-match': '"a"',
    'if-modified-since': 'Fri, 20 Nov 2026 20:00:00 GMT',
    authorization: 'Bearer x',
    traceparent: '00-a-b-01',
    tracestate: 'a=b',
    baggage: 'a=b',
  }
  const ofPosts = {
    accept: 'text/x-component',
    'content-type': type,
    'next-action': 'a'.repeat(42),
    'next-router-state-tree': '[]',
    origin: 'http://www.px.example',
    'x-forwarded-for': newClientAddress(),
    'x-forwarded-host': 'www.px.example',
    'x-forwarded-proto': 'https',
  }
  const others = { cookie: 'a=b', rsc: '1', 'next-url': '/', 'x-middleware-prefetch': '1' }
  const socket = { [socketAddressHeader]: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/) }
  const exchange = (method: string, headers: Record<string, string>, body = '') =>
    new Promise((resolve, reject) => {
      const sent = request({ port, method, headers }, (response) => {
        response.resume().on('end', resolve)
      })
      sent.on('error', reject).end(body)
    })
  await exchange('GET', { ...common, ...others, accept: 'text/html' })
  expect(reached.pop()).toStrictEqual({ ...common, ...socket })
  const { body } = scripted()
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  await exchange('POST', { ...common, ...ofPosts, ...others, ...length }, body)
  expect(reached.pop()).toStrictEqual({ ...common, ...ofPosts, ...length, ...socket })
  const chunked = { 'transfer-encoding': 'chunked' }
  const again = { 'x-forwarded-for': newClientAddress() }
  await exchange('POST', { ...common, ...ofPosts, ...again, ...chunked }, body)
  expect(reached.pop()).toStrictEqual({ ...common, ...ofPosts, ...again, ...chunked, ...socket })
  await new Promise((resolve) => server.close(resolve))
})

it('closes a connection that sends a request before the answer to the last one', async () => {
  let handled = 0
  const { server } = await start(() => void handled++)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined))
  expect(handled).toBe(1)
  await new Promise((resolve) => server.close(resolve))
})

it('closes each connection with its next response once it finishes', async () => {
  const { finish } = await start(hold)
  const before = send()
  await isHeld()
  const finished = finish()
  held.pop()?.end()
  expect(await before).toEqual([200, 'close'])
  const after = send()
  await isHeld()
  held.pop()?.end()
  expect(await after).toEqual([200, 'close'])
  await finished
  expect(await send()).toEqual(['ECONNREFUSED'])
})

it('finishes while an answer is being sent, without waiting for a page', async () => {
  const { finish } = await start((_, response) => {
    response.write('The beginning')
    if (held.length === 0) held.push(response)
    else response.end()
  })
  const page = send('GET', false)
  await isHeld()
  const finished = finish()
  await vi.waitUntil(async () => (await send('GET', false))[0] === 'ECONNREFUSED', {
    timeout: 5000,
  })
  held.pop()?.end()
  expect(await page).toEqual([200, 'close'])
  await finished
})

it('accepts connections while a slow post is being answered', async () => {
  const { finish } = await start((incoming, response) => {
    if (incoming.method === 'POST') held.push(response)
    else response.end()
  })
  const slow = send('POST')
  await isHeld()
  const finished = finish()
  // Longer than the time for which it keeps idle connections.
  await sleep(900)
  expect(await send('GET', false)).toEqual([200, 'close'])
  held.pop()?.end()
  expect(await slow).toEqual([200, 'close'])
  await finished
  expect(await send('GET', false)).toEqual(['ECONNREFUSED'])
})

describe('a post', () => {
  type Post = { headers: Record<string, string>; body: string }
  const post = ({ headers, body }: Post) => sendRequest({ port, path: '/', headers, body })
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\nx-forwarded-for: 192.0.2.1\r\n`

  it('reaches Next.js with the body that it has, and with no policy if the page has scripts', async () => {
    const reached: [body: string, policy?: unknown][] = []
    await start(async (incoming, response) => {
      reached.push([await text(incoming), incoming.headers['content-security-policy']])
      response.end()
    })
    const sent = scripted()
    const { status, headers } = await post(sent)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(reached).toEqual([[sent.body, undefined]])
  })

  it('of a page without scripts has a policy with a nonce of its own, for Next.js and for the page', async () => {
    const policies: string[] = []
    await start((incoming, response) => {
      policies.push(String(incoming.headers['content-security-policy']))
      response.end()
    })
    const forged = { 'content-security-policy': "script-src 'nonce-mine'" }
    for (let i = 0; i < 2; i++) {
      const { headers, body } = native()
      const response = await post({ headers: { ...headers, ...forged }, body })
      const [nonce = ''] = /'nonce-[\w+/=]{20,}'/.exec(policies[i] ?? '') ?? []
      expect(policies[i]).toBe(policyOf(`${nonce} 'sha256-loader'`))
      expect(response.headers['content-security-policy']).toBe(policies[i])
    }
    expect(policies[0]).not.toBe(policies[1])
  })

  it('that no page sends is answered without Next.js, and the next one need not wait', async () => {
    const reached: unknown[] = []
    await start((incoming, response) => {
      reached.push(incoming.url)
      response.end()
    })
    const { headers, body } = scripted()
    const rejected = await post({ headers, body: 'x' })
    expect([rejected.status, rejected.body]).toEqual([
      400,
      'This form did not arrive completely. Please send it again.\n',
    ])
    expect(reached).toEqual([])
    expect((await post({ headers, body })).status).toBe(200)
    expect(reached).toEqual(['/'])
  })

  it('that is left unfinished, and is malformed, does not end the delay of another', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server } = await start((_, response) => void response.end())
    const address = newClientAddress()
    const { headers, body } = leadRequest(hidden, 'native', address)
    const unfinished: ClientRequest[] = []
    for (let i = 0; i < 7; i++) {
      const begun = request({ port, method: 'POST', headers })
      begun.write('x')
      unfinished.push(begun)
      await once(server, 'request')
      vi.advanceTimersByTime(resubmitDelayMs)
    }
    const statuses: number[] = []
    const submit = async () => statuses.push((await post({ headers, body })).status)
    await submit()
    for (const begun of unfinished) {
      begun.end('x')
      const [response] = await once(begun, 'response')
      expect(response.statusCode).toBe(400)
      await submit()
    }
    expect(statuses).toEqual([200, ...Array(7).fill(429)])
  })

  it('gets an answer when it has no length and is too large', async () => {
    await start(hold)
    const chunk = `11000\r\n${'x'.repeat(0x11000)}\r\n`
    const bytes = `${head}transfer-encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`
    const response = await sendRaw(`http://127.0.0.1:${port}`, bytes)
    expect(response.status).toBe(413)
    expect(response.head).toMatch(/^connection: close$/im)
    expect(held).toEqual([])
  })

  it('that its client breaks off reaches nobody, and logs nothing', async () => {
    const log = captureLog()
    const { server } = await start(hold)
    const closed = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    const cutOff = `${head}content-length: 100\r\n\r\nx`
    await sendRaw(`http://127.0.0.1:${port}`, cutOff, { endEarly: true })
    await closed
    expect(held).toEqual([])
    expect(log.text()).toBe('')
  })
})
