import { randomInt } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/**
 * Returns a port on which nothing listens. It is below those that systems give to outgoing connections, so that none of
 * these takes it before a server does, or while a test restarts one.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** True when a program accepts connections on this port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
