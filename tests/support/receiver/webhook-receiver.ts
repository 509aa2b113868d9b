import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { listenOnFreePort } from '../process/ports'
import { sleep } from '../process/wait'

/** How the receiver answers a request. A number is a status. */
export type WebhookResponse =
  | 'accept'
  /** Closes the connection with a TCP reset. */
  | 'reset'
  /** Sends nothing and keeps the connection open. */
  | 'hang'
  /** Accepts after 1.5 seconds. */
  | 'slow'
  /** Accepts when the test calls `acceptWaiting`. */
  | 'wait'
  /** Sends bytes that are not HTTP. */
  | 'garbage'
  /** Sends status 101, as if the client had asked for another protocol. */
  | 'switch'
  /** Closes the connection without an answer. */
  | 'hang up'
  /** Sends a response with status 200 byte by byte for a minute: all of it, or only the body. */
  | 'drip'
  | 'drip body'
  /** Sends status 200 and a body that does not end. */
  | 'flood'
  | number
  | { status: number; headers: Record<string, string>; body?: string }

export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  accepted: boolean
  /** Whether the connection resumed a TLS session of an earlier one. */
  resumedSession: boolean
}

/** A certificate for 127.0.0.1 that no program trusts unless told to, and its private key. */
export const certificatePath = fileURLToPath(new URL('./localhost.pem', import.meta.url))

/** A webhook on loopback that stores every request and fails when a test tells it to. */
export class WebhookReceiver {
  readonly received: ReceivedRequest[] = []
  private nextResponses: WebhookResponse[] = []
  private defaultResponse: (request: ReceivedRequest) => WebhookResponse = () => 'accept'
  private sockets = new Set<Socket>()
  private responses = new Set<ServerResponse>()
  private waiting: (() => void)[] = []
  private constructor(
    private server: Server,
    private scheme: string,
  ) {}

  static async start(scheme: 'http' | 'https' = 'http'): Promise<WebhookReceiver> {
    const pem = readFileSync(certificatePath)
    const server = scheme === 'https' ? createTlsServer({ key: pem, cert: pem }) : createServer()
    const receiver = new WebhookReceiver(server, scheme)
    server.on('connection', (socket) => {
      receiver.sockets.add(socket)
      socket.on('close', () => receiver.sockets.delete(socket))
    })
    server.on('request', async (request, response) => {
      receiver.responses.add(response)
      response.on('close', () => receiver.responses.delete(response))
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const record: ReceivedRequest = {
        accepted: false,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        resumedSession: request.socket instanceof TLSSocket && request.socket.isSessionReused(),
      }
      receiver.received.push(record)
      const answer = receiver.nextResponses.shift() ?? receiver.defaultResponse(record)
      if (answer === 'hang') return
      if (answer === 'reset') return request.socket.resetAndDestroy()
      if (answer === 'garbage') return request.socket.end('HTTP/9.9 what?\r\n\u0000\u0001')
      if (answer === 'hang up') return request.socket.destroy()
      if (answer === 'switch')
        return request.socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
        )
      if (answer === 'drip') return drip(request.socket, `HTTP/1.1 200 OK\r\nx: ${'.'.repeat(300)}`)
      if (answer === 'drip body' || answer === 'flood') {
        record.accepted = true
        response.writeHead(200, { 'content-length': '1000000000' })
        response.flushHeaders()
        if (answer === 'drip body') return drip(response, '.'.repeat(300))
        response.on('drain', () => flood(response))
        return flood(response)
      }
      if (answer === 'slow') await sleep(1500)
      if (answer === 'wait') await new Promise<void>((resolve) => receiver.waiting.push(resolve))
      const status = typeof answer === 'number' ? answer : 200
      const plain = typeof answer === 'object' ? answer : { status, headers: {} }
      record.accepted = plain.status >= 200 && plain.status < 300
      response.writeHead(
        plain.status,
        plain.status === 302 ? { location: '/elsewhere' } : plain.headers,
      )
      response.end(plain.status === 204 ? undefined : (plain.body ?? 'ok'))
    })
    await listenOnFreePort(server)
    return receiver
  }

  /** The number of responses that have not ended and whose connection is open. */
  get openResponses(): number {
    return this.responses.size
  }

  url(path: string): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** Sets the responses to the next requests, one each. Later requests get the default response. */
  respondWith(...responses: WebhookResponse[]): void {
    this.nextResponses = responses
  }

  /** Sets the response to every request that `respondWith` does not cover. */
  respondByDefault(response: (request: ReceivedRequest) => WebhookResponse): void {
    this.defaultResponse = response
  }

  acceptWaiting(): void {
    for (const accept of this.waiting.splice(0)) accept()
  }

  /** Deletes the received requests and the planned responses, and closes open responses. */
  reset(): void {
    this.nextResponses = []
    this.received.length = 0
    for (const response of this.responses) response.destroy()
  }

  /** The JSON body of the only request. Throws if there is none or more than one. */
  get onlyBody(): Record<string, string> {
    if (this.received.length !== 1) throw new Error(`${this.received.length} requests, not one`)
    return JSON.parse(this.received[0]?.body ?? '')
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

/** Writes a byte five times a second: the text, then dots. */
function drip(target: Writable, text: string): void {
  let next = 0
  const timer = setInterval(() => target.write(text[next++] ?? '.'), 200)
  target.on('close', () => clearInterval(timer))
  target.on('error', () => clearInterval(timer))
}

function flood(target: Writable): void {
  while (target.write(Buffer.alloc(65_536)));
}
