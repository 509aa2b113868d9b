import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const defaults = { limitMs: 20_000, checkEveryMs: 2_000 }

/** A connection that awaits a request. More bytes than had arrived at its start mean that one is on its way. */
type Waiting = { since: number; bytes: number; request?: IncomingMessage }

/**
 * Closes connections whose request does not arrive whole in time, head and body together. Node has limits of its own,
 * but checks them only every 30 seconds.
 */
export function cutSlowRequests({ limitMs, checkEveryMs } = defaults): void {
  const connections = new Map<Socket, Waiting>()

  const watch = (socket: Socket): Waiting => {
    // No count of bytes equals this one: a new connection that sends nothing is slow too.
    const waiting = { since: performance.now(), bytes: -1 }
    connections.set(socket, waiting)
    socket.once('close', () => connections.delete(socket))
    return waiting
  }
  subscribe('net.server.socket', (message) => {
    watch((message as { socket: Socket }).socket)
  })
  subscribe('http.server.request.start', (message) => {
    const { socket, request } = message as { socket: Socket; request: IncomingMessage }
    const waiting = connections.get(socket) ?? watch(socket)
    waiting.request = request
  })

  setInterval(() => {
    const now = performance.now()
    for (const [socket, { since, bytes, request }] of connections) {
      const isIdle = request ? request.complete : bytes === socket.bytesRead
      if (isIdle) connections.set(socket, { since: now, bytes: socket.bytesRead })
      else if (now - since > limitMs) socket.destroy()
    }
  }, checkEveryMs).unref()
}
