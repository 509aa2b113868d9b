import { connect } from 'node:net'

/** Sends many requests on one connection and reads no answer. True when the server closes the connection in time. */
export function pipelineWithoutReading(
  url: string,
  count: number,
  withinMs: number,
): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write('GET /share.png HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count))
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), withinMs)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
