import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../process/ports'

/** Starts a proxy in front of a database that can drop all data without closing a connection, as a firewall may do. */
export async function silentDatabase(target: string) {
  const sockets = new Set<Socket>()
  const { hostname, port, pathname } = new URL(target)
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
      from.on('data', (chunk) => isSilent || to.write(chunk))
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgres://leads:leads@127.0.0.1:${await listenOnFreePort(server)}${pathname}`,
    begin() {
      isSilent = true
    },
    /** Closes the connections that lost data. */
    end() {
      isSilent = false
      closeConnections()
    },
    async stop() {
      closeConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
