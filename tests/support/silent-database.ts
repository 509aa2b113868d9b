import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './site'

/** Stands between a client and a database, and can stop passing anything on without closing a connection. */
export class SilentDatabase {
  private sockets = new Set<Socket>()
  private constructor(
    readonly url: string,
    private server: Server,
    private state: { silent: boolean },
  ) {}

  /** In front of a database, or of none: then it accepts connections and never answers. */
  static async start(target?: string): Promise<SilentDatabase> {
    const port = await freePort()
    const state = { silent: target === undefined }
    const server = createServer()
    const url = new URL(target ?? 'postgres://leads:leads@127.0.0.1/leads')
    const database = new SilentDatabase(
      `postgres://leads:leads@127.0.0.1:${port}${url.pathname}`,
      server,
      state,
    )
    server.on('connection', (client) => {
      database.sockets.add(client)
      client.on('error', () => undefined)
      if (!target) return void client.resume()
      const upstream = connect(Number(url.port), url.hostname)
      database.sockets.add(upstream)
      upstream.on('error', () => client.destroy())
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
      client.on('data', (chunk) => state.silent || upstream.write(chunk))
      upstream.on('data', (chunk) => state.silent || client.write(chunk))
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return database
  }

  /** As a firewall does that drops every packet from now on. */
  drop(): void {
    this.state.silent = true
  }

  /** Packets pass again; what was on its way is lost. */
  pass(): void {
    this.state.silent = false
    for (const socket of this.sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
