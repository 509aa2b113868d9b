import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const defaults = { limitMs: 20_000, checkEveryMs: 2_000 }

/** An open connection. When its byte count grows, a request is arriving. */
type Connection = { since: number; bytes: number; request?: IncomingMessage }

/**
 * Closes a connection when its request, head and body together, has not arrived completely in time. Node has such
 * timeouts, but checks them only every 30 seconds.
 */
export function cutSlowRequests({ limitMs, checkEveryMs } = defaults): void {
  const connections = new Map<Socket, Connection>()

  const watch = (socket: Socket): Connection => {
    // -1 never equals the byte count, so a new connection that sends nothing also counts as slow.
    const connection = { since: performance.now(), bytes: -1 }
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    return connection
  }
  subscribe('net.server.socket', (message) => {
    watch((message as { socket: Socket }).socket)
  })
  subscribe('http.server.request.start', (message) => {
    const { socket, request } = message as { socket: Socket; request: IncomingMessage }
    const connection = connections.get(socket) ?? watch(socket)
    connection.request = request
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
