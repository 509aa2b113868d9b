import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { request as requestWithTls } from 'node:https'
import { connect } from 'node:net'

/** Requests without a browser: by the client of Node, and as bytes. */

export type HttpRequest = {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address of this machine that the request comes from. */
  localAddress?: string
  /** Without an agent, the request uses a new connection. */
  agent?: Agent
  /** With TLS, and without a check of the certificate. */
  tls?: boolean
  /** Milliseconds. */
  timeout?: number
}
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request to 127.0.0.1 with any headers, including those that `fetch` does not allow, such as Host. */
export function sendRequest({ body, tls, agent, ...options }: HttpRequest): Promise<HttpResponse> {
  const method = options.method ?? (body === undefined ? 'GET' : 'POST')
  return new Promise((resolve, reject) => {
    const all = { host: '127.0.0.1', ...options, method, agent: agent ?? false }
    const sent = tls ? requestWithTls({ ...all, rejectUnauthorized: false }) : request(all)
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          // One character per byte, so that binary files can be compared.
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    sent.end(body)
  })
}

export type RawResponse = {
  status: number | 'closed' | 'hung'
  head: string
  body: string
  ms: number
}

type RawOptions = { localAddress?: string; delayMs?: number }

/**
 * Sends bytes unchanged, whether or not they are valid HTTP, and reads until the server closes. `localAddress` is the address
 * of this machine that the connection comes from. `delayMs` passes between the connection and the bytes, as for a client that
 * is far away.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { localAddress, delayMs }: RawOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const start = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    const chunks: Buffer[] = []
    let hung = false
    const timer = setTimeout(() => {
      hung = true
      socket.destroy()
    }, 15_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
      resolve({
        status: hung ? 'hung' : status || 'closed',
        head,
        body: rest.join('\r\n\r\n'),
        ms: performance.now() - start,
      })
    })
    const send = () => socket.write(bytes)
    if (delayMs) socket.once('connect', () => setTimeout(send, delayMs))
    else send()
  })
}

export type RawRequest = {
  method?: string
  path?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
}

/** A request with no headers but the required ones and these. The server closes the connection after it. */
export function rawRequest(url: string, { method, path, headers, body = '' }: RawRequest): Buffer {
  const allHeaders: RawRequest['headers'] = {
    host: new URL(url).host,
    connection: 'close',
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(allHeaders).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}\r\n`,
  )
  return Buffer.concat([
    Buffer.from(`${method ?? 'POST'} ${path ?? '/'} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ])
}

export const boundary = 'form-data-boundary'

export function multipart(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

export const multipartType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** Sends the head, and the rest every second, and measures when the server closes the connection. */
export function secondsUntilClosed(url: string, head: string, rest: string): Promise<number> {
  const start = performance.now()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(head)
  const timer = setInterval(() => socket.write(rest), 1000)
  socket.on('error', () => undefined)
  socket.resume()
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve((performance.now() - start) / 1000)
    })
  })
}
