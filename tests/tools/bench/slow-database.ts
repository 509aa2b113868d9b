import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../../support/process/ports'

/** Starts a proxy in front of a database that is this much further away: what it sends arrives later, in its order. */
export async function slowDatabase(target: string, roundTripMs: number) {
  const sockets = new Set<Socket>()
  const { hostname, port, pathname, username, password } = new URL(target)
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => setTimeout(() => client.write(chunk), roundTripMs))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => setTimeout(() => client.destroy(), roundTripMs))
  })
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${await listenOnFreePort(server)}${pathname}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
