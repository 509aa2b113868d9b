import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What the receiver does with the next request. */
export type Cue =
  | 'accept'
  | 'reset'
  | 'hang'
  | 'slow'
  | 'garbage'
  | number
  | { status: number; headers: Record<string, string> }

export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  accepted: boolean
}

/** A real automation webhook on loopback: keeps what it gets, fails on cue. */
export class Receiver {
  readonly received: Received[] = []
  private cues: Cue[] = []
  private otherwise: () => Cue = () => 'accept'
  private sockets = new Set<Socket>()
  private constructor(private server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('connection', (socket) => {
      receiver.sockets.add(socket)
      socket.on('close', () => receiver.sockets.delete(socket))
    })
    server.on('request', async (request, response) => {
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
      const cue = receiver.cues.shift() ?? receiver.otherwise()
      if (cue === 'hang') return
      if (cue === 'reset') return request.socket.resetAndDestroy()
      if (cue === 'garbage') return request.socket.end('HTTP/9.9 what?\r\n\u0000\u0001')
      if (cue === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500))
      const { status, headers } =
        typeof cue === 'object' ? cue : { status: typeof cue === 'number' ? cue : 200, headers: {} }
      record.accepted = status >= 200 && status < 300
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : headers)
      response.end(status === 204 ? undefined : 'ok')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** The cues of the coming requests, one each; after them everything is accepted again. */
  cue(...cues: Cue[]): void {
    this.cues = cues
  }

  /** What is done where no cue says otherwise. */
  whatever(otherwise: () => Cue): void {
    this.otherwise = otherwise
  }

  reset(): void {
    this.cues = []
    this.received.length = 0
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
