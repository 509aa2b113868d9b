import { connect, createServer, type Server, type Socket } from 'node:net'
import { listenOnFreePort } from './ports'

/** A proxy in front of a database that can drop all data without closing a connection. */
export class SilentDatabase {
  private sockets = new Set<Socket>()
  private constructor(
    readonly url: string,
    private server: Server,
    private state: { silent: boolean },
  ) {}

  static async start(target: string): Promise<SilentDatabase> {
    const state = { silent: false }
    const server = createServer()
    const port = await listenOnFreePort(server)
    const url = new URL(target)
    const database = new SilentDatabase(
      `postgres://leads:leads@127.0.0.1:${port}${url.pathname}`,
      server,
      state,
    )
    server.on('connection', (client) => {
      database.sockets.add(client)
      client.on('error', () => undefined)
      const upstream = connect(Number(url.port), url.hostname)
      database.sockets.add(upstream)
      upstream.on('error', () => client.destroy())
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
      client.on('data', (chunk) => state.silent || upstream.write(chunk))
      upstream.on('data', (chunk) => state.silent || client.write(chunk))
    })
    return database
  }

  /** Drops all data from now on, as a firewall may do. */
  drop(): void {
    this.state.silent = true
  }

  /** Forwards data again and closes the connections that lost some. */
  pass(): void {
    this.state.silent = false
    for (const socket of this.sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
