import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { request as requestWithTls } from 'node:https'

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
