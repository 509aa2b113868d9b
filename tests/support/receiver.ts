import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Writable } from 'node:stream'

/** What the receiver does with the next request. */
export type Cue =
  | 'accept'
  | 'reset'
  | 'hang'
  | 'slow'
  | 'garbage'
  /** Answers 200 byte by byte, for a minute: from the first word, or from the body on. */
  | 'drip'
  | 'drip body'
  /** Answers 200 with a body that has no end. */
  | 'flood'
  | number
  | { status: number; headers: Record<string, string>; body?: string }

export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  accepted: boolean
}

/** Three hundred bytes, five a second. */
function drip(into: Writable, text: string): void {
  let at = 0
  const timer = setInterval(() => into.write(text[at++] ?? '.'), 200)
  into.on('close', () => clearInterval(timer))
  into.on('error', () => clearInterval(timer))
}

function flood(into: Writable): void {
  while (into.write(Buffer.alloc(65_536)));
}

/** A real automation webhook on loopback: keeps what it gets, fails on cue. */
export class Receiver {
  readonly received: Received[] = []
  private cues: Cue[] = []
  private otherwise: (request: Received) => Cue = () => 'accept'
  private sockets = new Set<Socket>()
  private answers = new Set<ServerResponse>()
  private constructor(private server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('connection', (socket) => {
      receiver.sockets.add(socket)
      socket.on('close', () => receiver.sockets.delete(socket))
    })
    server.on('request', async (request, response) => {
      receiver.answers.add(response)
      response.on('close', () => receiver.answers.delete(response))
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const record: Received = {
        accepted: false,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      receiver.received.push(record)
      const cue = receiver.cues.shift() ?? receiver.otherwise(record)
      if (cue === 'hang') return
      if (cue === 'reset') return request.socket.resetAndDestroy()
      if (cue === 'garbage') return request.socket.end('HTTP/9.9 what?\r\n\u0000\u0001')
      if (cue === 'drip') return drip(request.socket, `HTTP/1.1 200 OK\r\nx: ${'.'.repeat(300)}`)
      if (cue === 'drip body' || cue === 'flood') {
        record.accepted = true
        response.writeHead(200, { 'content-length': '1000000000' })
        response.flushHeaders()
        if (cue === 'drip body') return drip(response, '.'.repeat(300))
        response.on('drain', () => flood(response))
        return flood(response)
      }
      if (cue === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500))
      const {
        status,
        headers,
        body = 'ok',
      } = typeof cue === 'object'
        ? cue
        : { status: typeof cue === 'number' ? cue : 200, headers: {} }
      record.accepted = status >= 200 && status < 300
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : headers)
      response.end(status === 204 ? undefined : body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  /** How many answers are under way, with somebody there to take them. */
  get answering(): number {
    return this.answers.size
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** The cues of the coming requests, one each; after them everything is accepted again. */
  cue(...cues: Cue[]): void {
    this.cues = cues
  }

  /** What is done where no cue says otherwise. */
  whatever(otherwise: (request: Received) => Cue): void {
    this.otherwise = otherwise
  }

  /** Forgets requests and cues, and breaks off answers that have not ended. */
  reset(): void {
    this.cues = []
    this.received.length = 0
    for (const answer of this.answers) answer.destroy()
  }

  /** The one request that came in, as JSON. */
  get onlyBody(): Record<string, string> {
    if (this.received.length !== 1) throw new Error(`${this.received.length} requests, not one`)
    return JSON.parse(this.received[0]?.body ?? '')
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
